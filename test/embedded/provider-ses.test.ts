import {
  BadRequestException,
  GetAccountCommand,
  GetConfigurationSetEventDestinationsCommand,
  MessageRejected,
  NotFoundException,
  TooManyRequestsException,
} from '@aws-sdk/client-sesv2'
import { expect } from 'chai'
import { request } from 'node:http'
import { askAs, foreignNames, ownHosts } from '../support/host-names.js'
import { DEFAULT_TOPIC_ARN } from '../../embedded/provider/start-provider.js'
import {
  eventually,
  listMessages,
  getMessage,
  putBehaviour,
  rawMessage,
  send,
  sesClient,
  useProvider,
} from './provider-harness.js'

/** The error that a call ends in. */
async function failure(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.fail('the call succeeded'),
    (error: unknown) => error,
  )
}

describe('the SES API', () => {
  const provider = useProvider()
  let origin: string
  beforeEach(async () => {
    ;({ origin } = await provider.start())
  })

  it('takes a raw message from the SDK and answers with an id in the form of SES', async () => {
    const id = await send(origin)
    expect(id).to.match(/^[0-9a-f]{16}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}-000000$/)
    expect(await getMessage(origin, id)).to.include({ id })
  })

  it('answers with its quota, and the messages sent of it', async () => {
    await send(origin)
    const before = await sesClient(origin).send(new GetAccountCommand({}))
    expect(before.SendQuota).to.include({ SentLast24Hours: 1 })
    expect(before.SendQuota?.MaxSendRate).to.be.greaterThan(1_000)
    await putBehaviour(origin, { throttlePerSecond: 14 })
    const after = await sesClient(origin).send(new GetAccountCommand({}))
    expect(after.SendQuota).to.include({ MaxSendRate: 14 })
  })

  it('tells where its configuration set publishes events, and knows no other set', async () => {
    const destinationsOf = (ConfigurationSetName: string) =>
      sesClient(origin).send(new GetConfigurationSetEventDestinationsCommand({ ConfigurationSetName }))
    const { EventDestinations } = await destinationsOf('posthorn')
    expect(EventDestinations?.map(({ SnsDestination }) => SnsDestination?.TopicArn)).to.deep.equal([DEFAULT_TOPIC_ARN])
    expect(await failure(destinationsOf('other'))).to.be.instanceOf(NotFoundException)
    expect(await failure(send(origin, { input: { ConfigurationSetName: 'other' } }))).to.be.instanceOf(
      NotFoundException,
    )
  })

  it('refuses what SES would, as the exception of the SDK', async () => {
    const tooMany = Array.from({ length: 51 }, (_, i) => `a${i}@example.com`)
    const inputs = [
      { Destination: { ToAddresses: ['nobody'] } },
      { Destination: { ToAddresses: tooMany } },
      { Destination: { ToAddresses: [] } },
      { Content: { Raw: { Data: Buffer.alloc(0) } } },
      { Content: { Simple: { Subject: { Data: 'x' }, Body: { Text: { Data: 'x' } } } } },
      { EmailTags: [{ Name: 'email id', Value: 'x' }] },
    ]
    for (const input of inputs) {
      expect(await failure(send(origin, { input })), JSON.stringify(input)).to.be.instanceOf(BadRequestException)
    }
    const large = Buffer.concat([rawMessage(), Buffer.alloc(41 << 20, 'a')])
    expect(await failure(send(origin, { raw: large }))).to.be.instanceOf(MessageRejected)
    const broken = await fetch(`${origin}/v2/email/outbound-emails`, { method: 'POST', body: '{"Content":' })
    expect(broken.status).to.equal(400)
    expect(broken.headers.get('x-amzn-errortype')).to.equal('BadRequestException')
    expect((await listMessages(origin)).total).to.equal(0)
  })

  it('answers only to names of this machine, so that no web page elsewhere can read the inbox', async () => {
    const port = Number(new URL(origin).port)
    for (const host of ownHosts(port)) expect((await askAs(origin, '/messages', { host })).status, host).to.equal(200)
    for (const host of foreignNames(port))
      expect((await askAs(origin, '/messages', { host })).status, host).to.equal(403)
  })

  it('takes what changes something from its own page and from programs, and from no foreign page', async () => {
    const port = Number(new URL(origin).port)
    const changes = [
      ['POST', '/v2/email/outbound-emails'],
      ['PUT', '/behaviour'],
      ['DELETE', '/messages'],
      ['POST', '/nowhere'],
    ] as const
    for (const [method, path] of changes) {
      const ask = async (headers: Record<string, string>) => (await askAs(origin, path, headers, method)).status
      for (const foreign of ['http://evil.example', `http://localhost:${port}`, `http://127.0.0.1:${port + 1}`, 'null'])
        expect(await ask({ origin: foreign, 'content-type': 'text/plain' }), `${method} ${foreign}`).to.equal(403)
      expect(await ask({ origin }), path).not.to.equal(403)
      expect(await ask({ host: `localhost:${port}`, origin: `http://localhost:${port}` }), path).not.to.equal(403)
    }
  })
})

describe('PUT /behaviour', () => {
  const provider = useProvider()
  let origin: string
  beforeEach(async () => {
    ;({ origin } = await provider.start())
  })

  it('merges knobs, returns all of them, and names the ones that are wrong', async () => {
    await putBehaviour(origin, { latencyMs: 5 })
    const merged = await putBehaviour(origin, { errorRate: 0.5 })
    const all = {
      latencyMs: 5,
      errorRate: 0.5,
      throttlePerSecond: 0,
      dropResponseRate: 0,
      holdAfter: null,
      notify: true,
    }
    expect(await merged.json()).to.deep.equal(all)

    const wrong = await putBehaviour(origin, { latencyMs: 9, errorRate: 2, speed: 1 })

    expect(wrong.status).to.equal(422)
    const { error } = (await wrong.json()) as { error: { errors: { field: string }[] } }
    expect(error.errors.map(({ field }) => field)).to.have.members(['errorRate', 'speed'])
    expect(await (await fetch(`${origin}/behaviour`)).json()).to.deep.equal(all)
  })

  it('throttlePerSecond: takes a second’s worth at once and answers the rest 429', async () => {
    await putBehaviour(origin, { throttlePerSecond: 1 })
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => send(origin)))
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused.length).to.be.within(1, 7)
    for (const { reason } of refused) expect(reason).to.be.instanceOf(TooManyRequestsException)
    expect((await listMessages(origin)).total).to.equal(8 - refused.length)
    await eventually(() => send(origin))
  })

  it('holdAfter: takes so many and holds the rest until they may pass', async () => {
    await putBehaviour(origin, { holdAfter: 1 })
    await send(origin)
    let passed = 0
    const held = ['Held', 'Held'].map((subject) => send(origin, { subject }).then(() => (passed += 1)))

    await putBehaviour(origin, { holdAfter: 1 })
    await eventually(() => expect(passed).to.equal(1))
    expect((await listMessages(origin)).total).to.equal(2)

    await putBehaviour(origin, { holdAfter: null })
    await Promise.all(held)
    expect((await listMessages(origin)).total).to.equal(3)
  })

  it('holdAfter: never takes a message whose sender gave up while it was held', async () => {
    await putBehaviour(origin, { holdAfter: 0 })
    const sender = request(`${origin}/v2/email/outbound-emails`, { method: 'POST', agent: false })
    sender.on('error', () => undefined)
    await new Promise<void>((resolve) => sender.end(JSON.stringify({ Content: { Raw: { Data: 'SGk=' } } }), resolve))
    await listMessages(origin)
    const closed = new Promise((resolve) => sender.once('close', resolve))
    sender.destroy()
    await closed
    await listMessages(origin)

    await putBehaviour(origin, { holdAfter: 1 })
    await send(origin, { subject: 'Still there' })

    const { messages } = await listMessages(origin)
    expect(messages.map(({ subject }) => subject)).to.deep.equal(['Still there'])
  })

  it('latencyMs: lets every answer take that long', async () => {
    await putBehaviour(origin, { latencyMs: 150 })
    const startedAt = performance.now()
    await send(origin)
    expect(performance.now() - startedAt).to.be.at.least(145)
  })
})
