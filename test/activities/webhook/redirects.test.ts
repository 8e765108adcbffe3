import { expect } from 'chai'
import { createWebhookClient, type WebhookClient } from '../../../activities/webhook/webhook-client.js'
import { startReceiver, type Receiver } from './receiver.js'
import { callTo, isSigned, outcomeOf } from './webhook-calls.js'

describe('redirects of a webhook', () => {
  let first: Receiver
  let second: Receiver
  let client: WebhookClient

  beforeEach(async () => {
    first = await startReceiver()
    second = await startReceiver()
    client = createWebhookClient({ allowPrivate: { hosts: [first.host, second.host], ranges: [] } })
  })
  afterEach(async () => {
    client.close()
    await Promise.all([first.close(), second.close()])
  })

  const redirect = (status: number, location: string): void => {
    first.answer = ({ path }, response) =>
      path === '/hook' ? response.writeHead(status, { location }).end() : response.end()
  }

  for (const status of [307, 308]) {
    it(`repeat the call at the target of a ${status}`, async () => {
      redirect(status, `${second.origin}/new?a=b`)
      expect(await outcomeOf(client, callTo(`${first.origin}/hook`, { body: 'Zoë' }))).to.equal('HTTP 200')
      const [request] = second.requests
      expect(request).to.include({ method: 'POST', path: '/new?a=b' })
      expect(request?.body.toString()).to.equal('Zoë')
      expect(request?.headers['idempotency-key']).to.equal('execution-1:2')
    })
  }

  for (const status of [301, 302, 303]) {
    it(`turn no POST into a GET at a ${status}, which is a failure, and repeat a GET`, async () => {
      redirect(status, '/new')
      const outcome = await outcomeOf(client, callTo(`${first.origin}/hook`, { method: 'POST' }))
      expect(outcome).to.equal(`WebhookRefused: HTTP ${status}`)
      expect(first.requests).to.have.length(1)
      const call = callTo(`${first.origin}/hook`, { method: 'GET', body: null, headers: { 'X-Kept': 'yes' } })
      expect(await outcomeOf(client, call)).to.equal('HTTP 200')
      const request = first.requests[2]
      if (!request) throw new Error('Nothing followed')
      expect(request).to.include({ method: 'GET', path: '/new' })
      expect(request.headers).to.include({ 'x-kept': 'yes' })
      expect(isSigned(request)).to.equal(true)
    })
  }

  it('repeat a PUT as a PUT at a 301 and a 302', async () => {
    for (const status of [301, 302]) {
      redirect(status, '/new')
      expect(await outcomeOf(client, callTo(`${first.origin}/hook`, { method: 'PUT' }))).to.equal('HTTP 200')
    }
    const sent = first.requests.map(({ method, body }) => `${method} ${body.toString()}`)
    expect(sent).to.deep.equal(Array(4).fill('PUT {"a":1}'))
  })

  it('turn no PUT, PATCH or DELETE into a GET at a 303', async () => {
    redirect(303, '/new')
    for (const method of ['PUT', 'PATCH', 'DELETE'] as const) {
      const outcome = await outcomeOf(client, callTo(`${first.origin}/hook`, { method }))
      expect(outcome).to.equal('WebhookRefused: HTTP 303')
    }
    expect(first.requests).to.have.length(3)
  })

  const secrets = {
    Authorization: 'Bearer secret',
    Cookie: 'a=secret',
    'X-Api-Key': 'secret',
    'X-Auth-Token': 'secret',
  }
  const headers = { ...secrets, 'X-Plan': 'pro', 'Content-Type': 'text/plain' }
  it('withhold the signature and the headers of the author from other origins, and from redirects beyond them', async () => {
    redirect(307, `${second.origin}/new`)
    second.answer = (_request, response) => response.writeHead(307, { location: `${first.origin}/back` }).end()
    expect(await outcomeOf(client, callTo(`${first.origin}/hook`, { headers }))).to.equal('HTTP 200')
    const [named, back] = first.requests
    expect(JSON.stringify(named?.rawHeaders)).to.include('Bearer secret')
    expect(named && isSigned(named)).to.equal(true)
    for (const request of [second.requests[0], back]) {
      expect(request?.headers).to.include({ 'content-type': 'text/plain', 'idempotency-key': 'execution-1:2' })
      const ofAuthor = Object.keys(secrets).map((name) => name.toLowerCase())
      const withheld = [...ofAuthor, 'x-plan', 'webhook-signature', 'webhook-id']
      expect(request?.headers).to.not.have.any.keys(withheld)
    }
  })

  it('send both within the same origin', async () => {
    redirect(307, '/new')
    expect(await outcomeOf(client, callTo(`${first.origin}/hook`, { headers }))).to.equal('HTTP 200')
    const [, request] = first.requests
    expect(request?.headers).to.include({ authorization: 'Bearer secret', 'x-api-key': 'secret', 'x-plan': 'pro' })
    expect(request && isSigned(request)).to.equal(true)
  })

  it('are followed three times and no more', async () => {
    first.answer = ({ path }, response) => {
      const left = Number(path.slice(1))
      if (left === 0) response.end()
      else response.writeHead(307, { location: `/${left - 1}` }).end()
    }
    expect(await outcomeOf(client, callTo(`${first.origin}/3`))).to.equal('HTTP 200')
    expect(await outcomeOf(client, callTo(`${first.origin}/4`))).to.equal('WebhookRefused: too many redirects')
    expect(first.requests).to.have.length(8)
  })

  it('are refused to a private address and to an invalid address', async () => {
    const hidden = await startReceiver()
    const refused = {
      [`${hidden.origin}/`]: 'private address',
      'http://169.254.169.254/latest/meta-data/': 'private address',
      'http://[::ffff:127.0.0.1]/': 'private address',
      'http://0x7f.1/': 'private address',
      'file:///etc/passwd': 'redirect to an address that is not allowed',
      'gopher://example.com/': 'redirect to an address that is not allowed',
      'http://me:secret@example.com/': 'redirect to an address that is not allowed',
      'http://[::1': 'redirect to an address that is not allowed',
    }
    for (const [location, words] of Object.entries(refused)) {
      redirect(307, location)
      const outcome = await outcomeOf(client, callTo(`${first.origin}/hook`))
      expect(outcome, location).to.equal(`WebhookRefused: ${words}`)
    }
    expect(hidden.connections.reached).to.be.empty
    await hidden.close()
  })

  it('without a target are a response that is no success', async () => {
    first.answer = (_request, response) => response.writeHead(302).end()
    expect(await outcomeOf(client, callTo(first.origin))).to.equal('WebhookRefused: HTTP 302')
    first.answer = (_request, response) => response.writeHead(304, { location: '/new' }).end()
    expect(await outcomeOf(client, callTo(first.origin))).to.equal('WebhookRefused: HTTP 304')
  })

  it('share the one time-out of the call', async () => {
    first.answer = (_request, response) => setTimeout(() => response.writeHead(307, { location: '/' }).end(), 200)
    const outcome = await outcomeOf(client, callTo(first.origin, { timeoutMs: 500 }))
    expect(outcome).to.equal('WebhookUnreachable: timeout')
    // A fourth request would leave after 600 ms.
    expect(first.requests.length).to.be.at.most(3)
  })
})

describe('a name whose addresses change', () => {
  // Two addresses of this machine: one stands for the Internet, the other for what is inside.
  const [shown, hidden] = ['127.0.0.2', '127.0.0.1']
  let receiver: Receiver
  let client: WebhookClient
  let answers: string[][]
  let asked: number

  beforeEach(async () => {
    receiver = await startReceiver('0.0.0.0')
    asked = 0
    client = createWebhookClient({
      allowPrivate: { hosts: [], ranges: [{ address: shown, prefix: 32, family: 'ipv4' }] },
      resolve: async () => answers[(asked += 1) - 1] ?? [],
    })
  })
  afterEach(async () => {
    client.close()
    await receiver.close()
  })
  const host = (): string => receiver.host.replace('0.0.0.0', 'rebound.example')
  const call = (): Promise<string> => outcomeOf(client, callTo(`http://${host()}/hook`))

  it('is looked up once, and the address that was checked is the one connected to', async () => {
    answers = [[shown], [hidden]]
    expect(await call()).to.equal('HTTP 200')
    expect(asked).to.equal(1)
    expect(receiver.connections.reached).to.deep.equal([shown])
    expect(receiver.requests[0]?.headers.host).to.equal(host())
  })

  it('is refused before any connection when one of its addresses is private', async () => {
    answers = [[shown, hidden]]
    expect(await call()).to.equal('WebhookRefused: private address')
    expect(receiver.connections.reached).to.be.empty
  })

  it('is checked again at a redirect to itself', async () => {
    answers = [[shown], [hidden]]
    receiver.answer = (_request, response) => response.writeHead(307, { location: '/again' }).end()
    expect(await call()).to.equal('WebhookRefused: private address')
    expect(asked).to.equal(2)
    expect(receiver.connections.reached).to.deep.equal([shown])
  })

  it('is checked again for the next call', async () => {
    answers = [[shown], [hidden]]
    receiver.answer = (_request, response) => response.writeHead(200, { connection: 'close' }).end()
    expect([await call(), await call()]).to.deep.equal(['HTTP 200', 'WebhookRefused: private address'])
    expect(receiver.connections.reached).to.deep.equal([shown])
  })
})
