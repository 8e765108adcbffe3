import type { ByteBudget } from '../../../../gateway/memory/byte-budget.js'
import { expect } from 'chai'
import { pino } from 'pino'
import { z } from 'zod'
import { defineEndpoint, FileUpload, type AnyEndpoint } from '../../../../gateway/http/endpoint.js'
import { listen, type Listening } from '../../../../gateway/http/listen.js'
import type { CreatedProject } from '../../../../commands/tenancy/projects/create-project.js'
import { IdempotencyKey } from '../../../support/models.js'
import { Project } from '../../../../models/project.js'
import { testConfig, UNLIMITED } from '../../../support/config.js'
import { useDatabase } from '../../../support/database.js'
import { eventually, eventuallyEquals } from '../../../support/eventually.js'
import { createProject } from '../../../support/factories.js'
import { createClient, type ClientResponse } from '../../../support/http-client.js'
import { Peer } from '../../../support/peer.js'
import { serveGateway, type ServedGateway } from '../../../support/serve-gateway.js'

const KB = 1024
const MB = 1024 * KB
const BUDGET_MB = 4
const QUARTER = MB
const SHORT_MS = 400

/** Handlers stop here until a test opens the gate. */
const gate = { inside: 0, waiting: [] as (() => void)[], isOpen: true }
const hold = async (): Promise<Record<string, never>> => {
  gate.inside += 1
  if (!gate.isOpen) await new Promise<void>((go) => gate.waiting.push(go))
  gate.inside -= 1
  return {}
}
const open = (): void => {
  gate.isOpen = true
  for (const go of gate.waiting.splice(0)) go()
}
const shut = (): void => void (gate.isOpen = false)

const around = {
  method: 'post',
  summary: 'For a test',
  request: { body: z.object({ text: z.string() }) },
  response: z.object({}),
  errors: [],
  bodyLimitBytes: 2 * MB,
  handle: hold,
} as const
const upload = { body: new FileUpload(2 * MB, 'Any file') }
const fail = () => Promise.reject<Record<string, never>>(new Error('broken'))
const endpoints: AnyEndpoint[] = [
  defineEndpoint({ ...around, operationId: 'a', path: '/keyed', access: 'secretKey', idempotent: true }),
  defineEndpoint({ ...around, operationId: 'b', path: '/open', access: 'open' }),
  defineEndpoint({ ...around, operationId: 'c', path: '/upload', access: 'secretKey', request: upload }),
  defineEndpoint({ ...around, operationId: 'd', path: '/broken', access: 'secretKey', handle: fail }),
  defineEndpoint({ ...around, operationId: 'e', path: '/public', access: 'publicKey' }),
]

/** A body of this size. */
const bodyOf = (bytes: number): string => `{"text":"${'x'.repeat(bytes - 11)}"}`
const HALF = bodyOf(QUARTER / 2 + 1)

describe('the memory for bodies', () => {
  const logs: Record<string, unknown>[] = []
  let gateway: ServedGateway
  /** The same gateway on a port where a request has little time. */
  let hasty: Listening
  let projects: CreatedProject[]
  let memory: ByteBudget
  useDatabase()
  before(async () => {
    const log = pino(
      { level: 'info' },
      { write: (line) => void logs.push(JSON.parse(line) as Record<string, unknown>) },
    )
    const config = testConfig({ ...UNLIMITED, MAX_BUFFERED_MB: BUDGET_MB, TRUSTED_PROXY_HOPS: 1 })
    gateway = await serveGateway(config, { endpoints, log })
    memory = gateway.services.memory
    hasty = await listen(gateway.handler, { host: '127.0.0.1', port: 0 }, { requestTimeoutMs: SHORT_MS })
  })
  beforeEach(async () => {
    logs.length = 0
    open()
    projects = await Promise.all([1, 2, 3, 4, 5].map(() => createProject()))
  })
  after(async () => {
    open()
    await hasty.close()
    await gateway.close()
  })

  const keyOf = (index: number): string => projects[index]?.secretKey ?? ''
  const send = (path: string, key: string | undefined, body: string, headers: Record<string, string> = {}) =>
    createClient(gateway.origin, key).post(path, body, { 'content-type': 'application/json', ...headers })
  const post = (index: number, body: string, headers: Record<string, string> = {}, path = '/keyed') =>
    send(path, keyOf(index), body, headers)
  /** The address of a client in a network of its own, in the header of the proxy. */
  const from = (n: number) => ({ 'x-forwarded-for': `192.0.2.${n}` })
  const postPublic = (index: number, n: number, body: string) =>
    send('/public', projects[index]?.publicKey, body, from(n))
  const postOpen = (body: string, n = 1) => send('/open', undefined, body, from(n))
  /** Sends the head of a request and the given bytes of its body. */
  const begin = (index: number, framing: string, body = '', door: Pick<Listening, 'port'> = gateway): Peer => {
    const peer = new Peer(door)
    const fields = ['Host: x', 'Content-Type: application/json', `Authorization: Bearer ${keyOf(index)}`, framing]
    peer.send(`POST /keyed HTTP/1.1\r\n${fields.join('\r\n')}\r\n\r\n${body}`)
    return peer
  }
  /** A client may have its answer before the gateway has released the memory of the body. */
  const released = (heldBefore: number) => eventuallyEquals(() => memory.heldBytes <= heldBefore, true)
  /** Sends requests whose handlers keep their bodies, until `then` is done. */
  const holding = async <T>(sent: () => Promise<ClientResponse>[], then: () => Promise<T>): Promise<T> => {
    shut()
    const heldBefore = memory.heldBytes
    const running = sent()
    try {
      await eventuallyEquals(() => gate.inside, running.length)
      return await then()
    } finally {
      open()
      expect((await Promise.all(running)).map(({ status }) => status)).to.deep.equal(running.map(() => 200))
      await released(heldBefore)
    }
  }
  /** Sends requests whose handlers keep their bodies, and calls `then` once each is in its handler or refused. */
  const flooding = async (sent: () => Promise<ClientResponse>[], then: () => Promise<void>): Promise<void> => {
    shut()
    const heldBefore = memory.heldBytes
    let refused = 0
    const running = sent().map(async (answer) => {
      if ((await answer).status === 503) refused += 1
    })
    try {
      await eventuallyEquals(() => gate.inside + refused, running.length)
      await then()
    } finally {
      open()
      await Promise.all(running)
      await released(heldBefore)
    }
  }

  it('gives a project a quarter, refuses more before it arrives, and leaves the rest to others', async () => {
    await holding(
      () => [post(0, HALF)],
      async () => {
        const peer = begin(0, `Content-Length: ${HALF.length}`)
        await peer.until('\r\n\r\n')
        await peer.until('"timestamp"')
        expect(peer.text).to.match(/^HTTP\/1.1 503 /)
        expect(peer.text).to.match(/\r\nRetry-After: \d+\r\n/i)
        expect(peer.text).to.include('"code":"SERVICE_UNAVAILABLE"')
        peer.leave()

        expect((await post(0, HALF)).code).to.equal('SERVICE_UNAVAILABLE')
        open()
        expect((await post(1, bodyOf(64 * KB))).status).to.equal(200)
        expect((await post(1, HALF)).status).to.equal(200)
      },
    )
    expect((await post(0, HALF)).status).to.equal(200)
  })

  it('is bounded for all projects together, each of which leaves free as much as it holds', async () => {
    await holding(
      () => [0, 1, 2].map((index) => post(index, bodyOf(QUARTER), from(index))),
      async () => {
        expect((await post(3, HALF, from(3))).status).to.equal(503)
        expect((await postOpen(HALF)).status).to.equal(503)
        open()
        expect((await post(3, bodyOf(QUARTER / 2), from(3))).status).to.equal(200)
      },
    )
    expect((await post(4, HALF, from(3))).status).to.equal(200)
  })

  it('is limited to a half for the projects of one client network together', async () => {
    await holding(
      () => [0, 1].map((index) => post(index, bodyOf(QUARTER), from(1))),
      async () => {
        expect((await post(2, bodyOf(20), from(1))).status).to.equal(503)
        open()
        expect((await post(2, bodyOf(QUARTER), from(2))).status).to.equal(200)
      },
    )
  })

  it('is limited to a quarter for all public keys, whatever their projects and networks', async () => {
    const body = bodyOf(QUARTER / 4)
    await flooding(
      () => [0, 1, 2, 3].flatMap((index) => [1, 2, 3, 4].map((n) => postPublic(index, 4 * index + n, body))),
      async () => {
        expect(memory.heldBytes).to.be.within(QUARTER / 2, QUARTER)
        open()
        expect((await post(0, bodyOf(QUARTER), from(1))).status).to.equal(200)
        expect((await post(4, bodyOf(QUARTER), from(20))).status).to.equal(200)
        expect((await postOpen(bodyOf(QUARTER / 2))).status).to.equal(200)
      },
    )
  })

  it('is limited to an eighth for one public key, and for one client network with several', async () => {
    const body = bodyOf(QUARTER / 4)
    for (const sent of [
      () => [1, 2, 3, 4].map((n) => postPublic(0, n, body)),
      () => [0, 1, 2, 3].map((index) => postPublic(index, 1, body)),
    ]) {
      await flooding(sent, async () => {
        expect(memory.heldBytes).to.equal(QUARTER / 2)
        open()
        expect((await postPublic(4, 9, body)).status).to.equal(200)
      })
    }
  })

  it('is not used by bodies that are declared and do not come', async () => {
    const peers = [0, 1, 2, 3].map((index) => begin(index, `Content-Length: ${QUARTER}`, 'x'))
    await eventuallyEquals(() => memory.heldBytes, peers.length)
    expect((await post(4, bodyOf(QUARTER))).status).to.equal(200)
    for (const peer of peers) peer.leave()
  })

  it('is limited to a quarter for all requests without a credential, and to an eighth for one network', async () => {
    const body = bodyOf(400 * KB)
    await holding(
      () => [postOpen(body, 1)],
      async () => {
        expect((await postOpen(body, 1)).status).to.equal(503)
        open()
        expect((await postOpen(bodyOf(QUARTER / 4), 2)).status).to.equal(200)
        expect((await post(0, HALF)).status).to.equal(200)
      },
    )
    await holding(
      () => [postOpen(bodyOf(QUARTER / 2), 1), postOpen(bodyOf(QUARTER / 4), 2)],
      async () => expect((await postOpen(bodyOf(QUARTER / 4), 3)).status).to.equal(503),
    )
  })

  it('includes uploads', async () => {
    const form = new FormData()
    form.set('file', new Blob(['x'.repeat(HALF.length)]), 'a.csv')
    const sendForm = () => createClient(gateway.origin, keyOf(0)).post('/upload', form)
    await holding(
      () => [sendForm()],
      async () => expect((await sendForm()).status).to.equal(503),
    )
    expect((await sendForm()).status).to.equal(200)
  })

  it('includes a chunked body as it comes, which is refused at the limit on the same connection', async () => {
    await holding(
      () => [post(0, HALF)],
      async () => {
        const peer = begin(0, 'Transfer-Encoding: chunked')
        const chunk = `${(64 * KB).toString(16)}\r\n${'x'.repeat(64 * KB)}\r\n`
        for (let sent = 0; sent < QUARTER / 2; sent += 64 * KB) peer.send(chunk)
        await peer.until('"timestamp"')
        expect(peer.text).to.match(/^HTTP\/1.1 503 /)
        expect(peer.text).to.not.match(/Connection: close/i)
        peer.send(`${chunk}0\r\n\r\nGET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n`)
        await peer.until('HTTP/1.1 404')
        peer.leave()
      },
    )
  })

  it('keeps an idempotency key free on a refusal, and logs whose request was refused', async () => {
    const headers = { 'idempotency-key': 'k', 'x-request-id': 'refused' }
    await holding(
      () => [post(0, HALF)],
      async () => {
        const { status, headers: answered, body } = await post(0, HALF, headers)
        expect(status).to.equal(503)
        expect(answered.get('x-request-id')).to.equal('refused')
        expect(body.error.requestId).to.equal('refused')
        expect(await IdempotencyKey.countDocuments({ projectId: projects[0]?.id })).to.equal(0)
      },
    )
    const line = logs.find(({ msg, requestId }) => msg === 'request' && requestId === 'refused')
    expect(line).to.include({ status: 503, code: 'SERVICE_UNAVAILABLE', projectId: projects[0]?.id })
    expect((await post(0, HALF, headers)).status).to.equal(200)
  })

  describe('is released', () => {
    afterEach(() => eventuallyEquals(() => memory.heldBytes, 0))

    it('after answers and refusals of every kind', async () => {
      const answers = await Promise.all([
        post(0, bodyOf(QUARTER / 4)),
        post(0, 'no JSON'.padEnd(QUARTER / 4)),
        post(0, bodyOf(QUARTER / 4), {}, '/broken'),
        post(0, bodyOf(3 * MB)),
        post(0, bodyOf(QUARTER / 4), { 'content-encoding': 'gzip' }),
      ])
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 400, 500, 413, 415])
      const chunked = begin(0, 'Transfer-Encoding: chunked', `${(3 * MB).toString(16)}\r\n${'x'.repeat(3 * MB)}\r\n`)
      await chunked.until('HTTP/1.1 503')
      chunked.leave()
    })

    it('when the client disconnects in the middle of its body', async () => {
      const peers = [0, 1].map((index) => begin(index, `Content-Length: ${QUARTER}`, 'x'.repeat(QUARTER / 2)))
      await eventuallyEquals(() => memory.heldBytes, QUARTER)
      for (const peer of peers) peer.leave()
    })

    it('when the body does not come in time', async () => {
      const peers = [0, 1, 2, 3].map((index) => begin(index, `Content-Length: ${QUARTER}`, 'x', hasty))
      await Promise.all(peers.map(({ closed }) => closed))
      for (const { text } of peers) expect(text).to.match(/^HTTP\/1.1 408 /)
    })

    it('when the client disconnects while the request is carried out, once it has ended', async () => {
      shut()
      const peer = begin(0, `Content-Length: ${QUARTER}`, bodyOf(QUARTER))
      await eventuallyEquals(() => gate.inside, 1)
      peer.leave()
      await peer.closed
      expect((await post(0, bodyOf(20))).status).to.equal(503)
      open()
    })

    it('when the client disconnects while its key is looked up', async () => {
      const collection = Project.collection as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>
      const original = collection['findOne']
      const found: (() => void)[] = []
      collection['findOne'] = async (...args) => {
        await new Promise<void>((go) => found.push(go))
        return original?.apply(Project.collection, args)
      }
      try {
        const peer = begin(0, `Content-Length: ${QUARTER}`, 'x')
        await eventually(async () => found.length, Boolean)
        peer.leave()
        await peer.closed
        await createClient(gateway.origin).get('/nowhere')
      } finally {
        delete collection['findOne']
        for (const go of found) go()
      }
    })
  })
})
