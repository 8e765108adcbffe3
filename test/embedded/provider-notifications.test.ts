import { expect } from 'chai'
import { X509Certificate, verify } from 'node:crypto'
import { appendFile, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DEFAULT_TOPIC_ARN } from '../../embedded/provider/start-provider.js'
import {
  eventually,
  getMessage,
  putBehaviour,
  send,
  useProvider,
  useReceiver,
  type Received,
} from './provider-harness.js'

/** Verifies an envelope as AWS documents it, with nothing of the provider's own code. */
async function isSignedByItsCertificate({ envelope }: Received): Promise<boolean> {
  const names =
    envelope['Type'] === 'Notification'
      ? ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
      : ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']
  const lines = names.flatMap((name) => (name in envelope ? [name, envelope[name]] : []))
  const pem = await (await fetch(envelope['SigningCertURL'] ?? '')).text()
  const text = Buffer.from(lines.map((line) => `${line}\n`).join(''))
  const signature = Buffer.from(envelope['Signature'] ?? '', 'base64')
  return verify('sha256', text, new X509Certificate(pem).publicKey, signature)
}

const typesOf = (received: Received[]) => received.map(({ event }) => event.eventType)

const OUTCOMES = [
  { to: 'ada@example.com', types: ['Send', 'Delivery'] },
  { to: 'success@simulator.amazonses.com', types: ['Send', 'Delivery'] },
  { to: 'bounce@simulator.amazonses.com', types: ['Send', 'Bounce'], bounce: ['Permanent', 'General'] },
  { to: 'bounce+label@simulator.amazonses.com', types: ['Send', 'Bounce'], bounce: ['Permanent', 'General'] },
  { to: 'complaint@simulator.amazonses.com', types: ['Send', 'Delivery', 'Complaint'] },
  { to: 'ooto@simulator.amazonses.com', types: ['Send', 'Delivery', 'Bounce'], bounce: ['Transient', 'General'] },
  { to: 'suppressionlist@simulator.amazonses.com', types: ['Send', 'Bounce'], bounce: ['Permanent', 'Suppressed'] },
]

describe('notifications', () => {
  const provider = useProvider()
  const receiver = useReceiver()
  const start = () => provider.start({ webhookUrl: receiver.url() })
  let origin: string
  beforeEach(async () => {
    ;({ origin } = await start())
  })

  it('reports what became of a message, by the address of the simulator that it went to', async () => {
    for (const { to, types, bounce } of OUTCOMES) {
      receiver.received.length = 0
      const id = await send(origin, { to })
      await eventually(() => expect(typesOf(receiver.received), to).to.deep.equal(types))

      for (const { event } of receiver.received) expect(event.mail.messageId, to).to.equal(id)
      const last = receiver.received.at(-1)?.event
      if (bounce) expect([last?.bounce?.bounceType, last?.bounce?.bounceSubType], to).to.deep.equal(bounce)
      if (bounce) expect(last?.bounce?.bouncedRecipients[0]?.emailAddress).to.equal(to)
      if (types.includes('Complaint')) {
        expect(last?.complaint?.complainedRecipients).to.deep.equal([{ emailAddress: to }])
      }
      const delivery = receiver.received.find(({ event }) => event.eventType === 'Delivery')
      if (delivery) expect(delivery.event.delivery?.recipients).to.deep.equal([to])
    }
  })

  it('describes the mail as event publishing does: headers, tags, configuration set', async () => {
    const EmailTags = [{ Name: 'email_id', Value: '0199-abc' }]
    await send(origin, { input: { EmailTags, ConfigurationSetName: 'posthorn' } })
    const { event } = await eventually(() => receiver.received[0] ?? expect.fail('nothing received'))

    const { mail } = event
    expect(mail).to.include({ source: 'Acme <hello@acme.test>', headersTruncated: false })
    expect(mail.destination).to.deep.equal(['ada@example.com'])
    expect(mail.headers).to.deep.include({ name: 'Message-ID', value: '<42@acme.test>' })
    expect(mail.commonHeaders).to.deep.include({ subject: 'Hello', from: ['Acme <hello@acme.test>'] })
    expect(mail.tags).to.deep.include({ email_id: ['0199-abc'], 'ses:configuration-set': ['posthorn'] })
  })

  it('signs every envelope so that the served certificate verifies it, and a changed one not', async () => {
    await send(origin)
    const received = await eventually(() => receiver.received[0] ?? expect.fail('nothing received'))

    expect(received.headers).to.include({
      'content-type': 'text/plain; charset=UTF-8',
      'x-amz-sns-message-type': 'Notification',
    })
    expect(received.envelope).to.include({ Type: 'Notification', TopicArn: DEFAULT_TOPIC_ARN, SignatureVersion: '2' })
    expect(received.envelope['SigningCertURL']).to.equal(`${origin}/sns/certificate.pem`)
    expect(await isSignedByItsCertificate(received)).to.equal(true)
    received.envelope['Message'] += ' '
    expect(await isSignedByItsCertificate(received)).to.equal(false)
  })

  it('serves a self-signed certificate that stays the same across restarts', async () => {
    const pem = async (origin: string) => (await fetch(`${origin}/sns/certificate.pem`)).text()
    const first = await pem(origin)
    const certificate = new X509Certificate(first)
    expect(certificate.verify(certificate.publicKey)).to.equal(true)
    expect(Date.parse(certificate.validTo)).to.be.greaterThan(Date.now())
    expect(await pem((await start()).origin)).to.equal(first)
  })

  it('publishes again, under the same id, while the receiver answers 503', async () => {
    receiver.answerWith(503)
    await send(origin)
    await eventually(() => expect(receiver.received).to.have.length.at.least(2))
    receiver.answerWith(200)
    await eventually(() => expect(typesOf(receiver.received)).to.include('Delivery'))

    const sends = receiver.received.filter(({ event }) => event.eventType === 'Send')
    expect(new Set(sends.map(({ envelope }) => envelope['MessageId'])).size).to.equal(1)
    expect(new Set(receiver.received.map(({ envelope }) => envelope['MessageId'])).size).to.equal(2)
  })

  it('gives up on an event that the receiver refuses, and goes on with the next', async () => {
    receiver.answerWith(403)
    await send(origin)
    await eventually(() => expect(typesOf(receiver.received)).to.deep.equal(['Send', 'Delivery']))
  })

  it('publishes after a restart the events that the receiver had not taken, of deleted messages too', async () => {
    receiver.answerWith(503)
    const ids = [await send(origin), await send(origin, { to: 'complaint@simulator.amazonses.com' })]
    await eventually(() => expect(receiver.received).to.have.length.at.least(1))
    await fetch(`${origin}/messages`, { method: 'DELETE' })
    receiver.renew()
    await start()

    const seen = () => receiver.received.map(({ event }) => `${event.mail.messageId} ${event.eventType}`)
    const [one, other] = ids.map((id) => [`${id} Send`, `${id} Delivery`])
    await eventually(() => expect(seen()).to.have.members([...(one ?? []), ...(other ?? []), `${ids[1]} Complaint`]))
  })

  it('goes on after a restart with the first event that is not yet published', async () => {
    receiver.answerWith(503)
    const id = await send(origin)
    await provider.stop()
    const line = JSON.stringify({ published: id, next: 1, isLast: false })
    await appendFile(join(provider.dataDir(), 'inbox.jsonl'), `\n${line}`)
    receiver.renew()
    await start()

    await eventually(() => expect(typesOf(receiver.received)).to.deep.equal(['Delivery']))
  })

  it('empties its files when every message is deleted and every event published', async () => {
    receiver.answerWith(503)
    await send(origin)
    await fetch(`${origin}/messages`, { method: 'DELETE' })
    receiver.answerWith(200)
    await eventually(() => expect(typesOf(receiver.received)).to.include('Delivery'))

    await eventually(async () => {
      for (const name of ['inbox.raw', 'inbox.jsonl']) {
        expect((await stat(join(provider.dataDir(), name))).size, name).to.equal(0)
      }
    })
    const id = await send(origin)
    expect(await getMessage((await start()).origin, id)).to.include({ id })
  })

  it('does not publish an event again after a restart when the receiver took it before', async () => {
    await send(origin)
    await eventually(() => expect(receiver.received).to.have.length(2))
    // The provider has had the receiver's answers.
    const index = join(provider.dataDir(), 'inbox.jsonl')
    await eventually(async () => expect(await readFile(index, 'utf8')).to.include('"isLast":true'))
    const id = await send((await start()).origin)
    await eventually(() => expect(receiver.received).to.have.length.at.least(4))
    expect(receiver.received.slice(2).map(({ event }) => event.mail.messageId)).to.deep.equal([id, id])
  })

  it('publishes nothing for messages sent while notify is off', async () => {
    await putBehaviour(origin, { notify: false })
    await send(origin)
    await putBehaviour(origin, { notify: true })
    const id = await send(origin)
    await eventually(() => expect(receiver.received).to.have.length(2))
    for (const { event } of receiver.received) expect(event.mail.messageId).to.equal(id)
  })

  it('publishes the events of a message whose sender never got an answer', async () => {
    await putBehaviour(origin, { dropResponseRate: 1 })
    const lost = send(origin).catch(() => 'lost')
    await eventually(() => expect(typesOf(receiver.received)).to.deep.equal(['Send', 'Delivery']))
    await provider.start()
    expect(await lost).to.equal('lost')
  })

  it('offers the topic by a signed confirmation when asked to', async () => {
    ;({ origin } = await provider.start({ webhookUrl: receiver.url(), subscribe: true }))
    const enqueue = await eventually(() => receiver.received[0] ?? expect.fail('nothing received'))
    expect(enqueue.headers['x-amz-sns-message-type']).to.equal('SubscriptionConfirmation')
    expect(await isSignedByItsCertificate(enqueue)).to.equal(true)
    expect((await fetch(enqueue.envelope['SubscribeURL'] ?? '')).status).to.equal(200)
    expect((await fetch(`${origin}/sns/confirm?Action=ConfirmSubscription&Token=other`)).status).to.equal(400)
  })
})
