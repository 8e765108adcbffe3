import { expect } from 'chai'
import { createServer, type Server } from 'node:net'
import { createWebhookClient, type WebhookClient } from '../../../activities/webhook/webhook-client.js'
import { eventuallyEquals } from '../../support/eventually.js'
import { NOWHERE } from '../../support/gateway-process.js'
import { startReceiver, type Answer, type Receiver } from './receiver.js'
import { attempt, callTo, isSigned, outcomeOf } from './webhook-calls.js'
import { livedMs } from '../../support/lived-ms.js'
import { listen } from '../../support/listen.js'

describe('calling a webhook', () => {
  let receiver: Receiver
  let client: WebhookClient

  beforeEach(async () => {
    receiver = await startReceiver()
    client = createWebhookClient({ allowPrivate: { hosts: [receiver.host], ranges: [] } })
  })
  afterEach(async () => {
    client.close()
    await receiver.close()
  })

  const url = (path = '/hook'): string => receiver.origin + path
  const status = (statusCode: number, headers: Record<string, string> = {}): Answer => {
    return (_request, response) => response.writeHead(statusCode, headers).end()
  }
  const noneOpen = () => eventuallyEquals(() => receiver.connections.open, 0)

  it('sends method, path, headers and body unchanged, and identifies the sender', async () => {
    const headers = { 'X-Plan': ' pro ', 'Content-Type': 'text/plain' }
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      expect(await outcomeOf(client, callTo(url('/a%20b?c=d#e'), { method, headers, body: 'x' }))).to.equal('HTTP 200')
      const request = receiver.requests.at(-1)
      expect(request).to.include({ method, path: '/a%20b?c=d' })
      expect(request?.body.toString()).to.equal('x')
      expect(request?.headers).to.include({
        host: receiver.host,
        'user-agent': 'Posthorn',
        'x-plan': 'pro',
        'content-type': 'text/plain',
        'accept-encoding': 'identity',
        'idempotency-key': 'execution-1:2',
        'webhook-id': 'execution-1:2',
        'webhook-timestamp': '1772366400',
      })
    }
    await client.call(callTo(url(), { method: 'GET', body: null, headers: { 'User-Agent': 'Acme' } }))
    expect(receiver.requests.at(-1)?.headers)
      .to.include({ 'user-agent': 'Acme' })
      .and.not.have.any.keys('content-length')
  })

  it('signs the exact bytes that it sends, and declares their length, whatever the characters', async () => {
    for (const body of ['{"name":"Zoë 王 🚀"}', '', null, '\ud800 half a pair']) {
      expect(await outcomeOf(client, callTo(url(), { body }))).to.equal('HTTP 200')
      const request = receiver.requests.at(-1)
      if (!request) throw new Error('Nothing came')
      expect(isSigned(request), String(body)).to.equal(true)
      expect(request.body.toString()).to.equal(Buffer.from(body ?? '').toString())
      expect(Number(request.headers['content-length'] ?? 0)).to.equal(request.body.length)
    }
  })

  it('sends the characters of a header in UTF-8', async () => {
    await client.call(callTo(url(), { headers: { 'X-Name': 'Zoë 王' } }))
    expect(Buffer.from(String(receiver.requests[0]?.headers['x-name']), 'latin1').toString()).to.equal('Zoë 王')
  })

  const hostile: Record<string, string>[] = [
    { 'X-A': 'a\r\nX-B: b' },
    { 'X-A': 'a\nX-B: b' },
    { 'X-A': 'a\rX-B: b' },
    { 'X-A': 'a\0' },
    { 'X-A\r\nX-B': 'b' },
    { 'X-A: b\r\nX-C': 'd' },
    { '': 'a' },
    { 'x y': 'a' },
    { Host: 'example.com' },
    { 'Content-Length': '1' },
    { 'Transfer-Encoding': 'chunked' },
    { connection: 'upgrade' },
    { 'Webhook-Signature': 'v1,mine' },
    { 'Idempotency-Key': 'mine' },
  ]
  it('refuses headers that would turn into others or that the caller may not set, and sends nothing', async () => {
    for (const headers of hostile) {
      const outcome = await outcomeOf(client, callTo(url(), { headers }))
      expect(outcome, JSON.stringify(headers)).to.equal('WebhookRefused: invalid header')
    }
    expect(receiver.requests).to.be.empty
  })

  it('refuses an invalid address', async () => {
    const others = ['ftp://example.com/', 'http://me:secret@example.com/', 'http://']
    for (const address of ['', '/hook', 'example.com', ...others])
      expect(await outcomeOf(client, callTo(address)), address).to.equal('WebhookRefused: invalid URL')
  })

  it('reads JSON as values and everything else as text', async () => {
    const json = 'application/json'
    const answers: [type: string, body: string | Buffer, response: unknown][] = [
      [json, '{"id":7,"tags":["a"]}', { id: 7, tags: ['a'] }],
      ['application/problem+json; charset=utf-8', '"Zoë"', 'Zoë'],
      [json, '{"broken', '{"broken'],
      [json, '['.repeat(60) + ']'.repeat(60), '['.repeat(60) + ']'.repeat(60)],
      [json, '', null],
      ['text/plain', '{"id":7}', '{"id":7}'],
      ['text/plain; charset="iso-8859-1"', Buffer.from('Zo\xeb', 'latin1'), 'Zoë'],
      ['text/plain; charset=unheard-of', 'Zoë', 'Zoë'],
      ['text/html', '<p>Thanks</p>', '<p>Thanks</p>'],
    ]
    for (const [type, body, response] of answers) {
      receiver.answer = (_request, reply) => reply.writeHead(201, { 'content-type': type }).end(body)
      const answer = await client.call(callTo(url()))
      expect(answer, type).to.deep.equal({ statusCode: 201, response, truncated: false })
    }
  })

  it('cuts an endless body at 64 KB, between characters, and closes its connection', async () => {
    receiver.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const write = (): void => {
        while (!response.destroyed && response.write('x王'.repeat(4_000)));
      }
      response.on('drain', write)
      write()
    }
    const answer = await client.call(callTo(url()))
    expect(answer.truncated).to.equal(true)
    expect(answer.response).to.equal('x王'.repeat((64 * 1024) / 4))
    await noneOpen()
  })

  it('reads a body of 64 KB whole, and leaves a compressed body compressed', async () => {
    receiver.answer = (_request, response) => response.end('x'.repeat(64 * 1024))
    const { response, truncated } = await client.call(callTo(url()))
    expect([String(response).length, truncated]).to.deep.equal([64 * 1024, false])
    receiver.answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('bomb')
    expect(await client.call(callTo(url()))).to.deep.equal({ statusCode: 200, response: null, truncated: false })
  })

  it('takes every 2xx for a success, and distinguishes failures that may pass from lasting ones', async () => {
    const outcomes = {
      Refused: [300, 305, 400, 401, 403, 404, 405, 409, 410, 413, 422, 425, 451],
      Unreachable: [408, 429, 500, 501, 502, 503, 504, 599],
    }
    for (const code of [200, 201, 202, 204, 299]) {
      receiver.answer = status(code)
      expect(await outcomeOf(client, callTo(url()))).to.equal(`HTTP ${code}`)
    }
    for (const [kind, codes] of Object.entries(outcomes)) {
      for (const code of codes) {
        receiver.answer = status(code)
        expect(await outcomeOf(client, callTo(url()))).to.equal(`Webhook${kind}: HTTP ${code}`)
      }
    }
  })

  it('returns the response of a refusal', async () => {
    for (const code of [422, 503]) {
      receiver.answer = (_request, response) =>
        response.writeHead(code, { 'content-type': 'application/json' }).end('{"why":"no"}')
      const answer = { statusCode: code, response: { why: 'no' }, truncated: false }
      expect(await attempt(client, callTo(url()))).to.deep.include({ answer })
    }
  })

  it('reports how long the endpoint asked to wait, in seconds or as a date', async () => {
    for (const code of [429, 503]) {
      receiver.answer = status(code, { 'retry-after': '120' })
      expect(await attempt(client, callTo(url()))).to.include({ retryAfterMs: 120_000 })
    }
    receiver.answer = status(503, { 'retry-after': new Date(Date.now() + 60_000).toUTCString() })
    const dated = await attempt(client, callTo(url()))
    expect('retryAfterMs' in dated && dated.retryAfterMs).to.be.within(50_000, 60_000)
    receiver.answer = status(503)
    expect(await attempt(client, callTo(url()))).to.include({ retryAfterMs: undefined })
  })

  it('gives up after its time-out, whether the answer does not come or does not end, and closes the connection', async () => {
    const endless: Answer[] = [
      () => undefined,
      (_request, response) => void response.writeHead(200).write('a'),
      (_request, response) => {
        const timer = setInterval(() => response.write('.'), 20)
        response.on('close', () => clearInterval(timer))
      },
    ]
    for (const answer of endless) {
      receiver.answer = answer
      const startedAt = Date.now()
      const took = await livedMs(async () => {
        expect(await outcomeOf(client, callTo(url(), { timeoutMs: 300 }))).to.equal('WebhookUnreachable: timeout')
      })
      expect(took).to.be.below(3_000)
      expect(Date.now() - startedAt).to.be.at.least(250)
    }
    await noneOpen()
  })

  it('gives up after its time-out while a name server does not answer', async () => {
    const patient = createWebhookClient({ allowPrivate: true, resolve: () => new Promise(() => undefined) })
    const outcome = await outcomeOf(patient, callTo('http://slow.example/', { timeoutMs: 100 }))
    expect(outcome).to.equal('WebhookUnreachable: timeout')
    patient.close()
  })

  it('aborts when its caller does, with the reason of the caller', async () => {
    const controller = new AbortController()
    const reason = new Error('The worker stops')
    receiver.answer = () => controller.abort(reason)
    expect(await attempt(client, callTo(url(), { signal: controller.signal }))).to.equal(reason)
    await noneOpen()
    expect(await attempt(client, callTo(url(), { signal: controller.signal }))).to.equal(reason)
    expect(receiver.requests).to.have.length(1)
  })

  it('keeps a connection for the next call, and opens a new one when the kept one was closed', async () => {
    for (let count = 0; count < 3; count += 1) await client.call(callTo(url()))
    expect(receiver.connections.reached).to.have.length(1)
    // The kept connection breaks with the next request on it.
    let isBroken = false
    receiver.answer = (_request, response) => {
      if (isBroken) response.end()
      else response.socket?.resetAndDestroy()
      isBroken = true
    }
    expect(await outcomeOf(client, callTo(url()))).to.equal('HTTP 200')
    expect(receiver.connections.reached).to.have.length(2)
  })

  it('reports a broken connection as a failure to retry, and does not repeat the call itself', async () => {
    receiver.answer = (_request, response) => response.socket?.resetAndDestroy()
    expect(await outcomeOf(client, callTo(url()))).to.equal('WebhookUnreachable: connection lost')
    receiver.answer = (_request, response) =>
      response.writeHead(200, { 'content-length': '9' }).write('a', () => response.destroy())
    expect(await outcomeOf(client, callTo(url()))).to.equal('WebhookUnreachable: connection lost')
    expect(receiver.requests).to.have.length(2)
  })

  it('leaves no connection open when it is closed', async () => {
    await Promise.all(Array.from({ length: 5 }, () => client.call(callTo(url()))))
    client.close()
    await noneOpen()
  })
})

describe('calling a server that does not speak HTTP', () => {
  let server: Server
  let port: number
  let client: WebhookClient
  let answer: string

  beforeEach(async () => {
    server = createServer((socket) => {
      socket.on('error', () => undefined).once('data', () => socket.end(answer))
    })
    port = await listen(server)
    client = createWebhookClient({ allowPrivate: true, resolve: async () => ['127.0.0.1'] })
  })
  afterEach(async () => {
    client.close()
    await new Promise((resolve) => server.close(resolve))
  })

  it('is a failure to retry', async () => {
    const answers = {
      '': 'connection lost',
      'SSH-2.0-OpenSSH_9.2\r\n': 'invalid response',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n': 'connection lost',
      [`HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`]: 'invalid response',
    }
    for (const [given, words] of Object.entries(answers)) {
      answer = given
      const outcome = await outcomeOf(client, callTo(`http://127.0.0.1:${port}/`))
      expect(outcome, given.slice(0, 40)).to.equal(`WebhookUnreachable: ${words}`)
    }
  })

  it('is a failure to retry, also when no server listens or the name is unknown', async () => {
    const outcome = await outcomeOf(client, callTo(`http://${NOWHERE}/`))
    expect(outcome).to.equal('WebhookUnreachable: connection refused')
    const notFound = Object.assign(new Error('secret.example'), { code: 'ENOTFOUND' })
    const unknown = createWebhookClient({ allowPrivate: true, resolve: () => Promise.reject(notFound) })
    expect(await outcomeOf(unknown, callTo('http://secret.example/'))).to.equal('WebhookUnreachable: unknown host')
    unknown.close()
  })
})
