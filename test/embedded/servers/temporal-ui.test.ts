import { expect } from 'chai'
import { once } from 'node:events'
import { createServer, get, request, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { findFreePort } from '../../../embedded/ports.js'
import { openUiListener, readUiWrites, type UiListener } from '../../../embedded/servers/temporal-ui.js'
import { eventuallyEquals } from '../../support/eventually.js'
import { askAs, foreignHosts, ownHosts } from '../../support/host-names.js'

const TERMINATE = '/api/v1/namespaces/default/workflows/execution:1/terminate'
const QUERY = '/api/v1/namespaces/default/workflows/execution:1/query/__stack_trace'

describe("the listener before Temporal's web UI", () => {
  let ui: Server
  let listener: UiListener
  let port: number
  let streams: IncomingMessage[]

  beforeEach(async () => {
    streams = []
    ui = createServer((req, res) => {
      if (req.url === '/api/v1/settings') return res.end('{"Version":"2","DisableWriteActions":false}')
      if (req.url !== '/stream') return req.pipe(res.writeHead(200, { 'set-cookie': ['a=1', 'b=2'] }))
      streams.push(req)
      return res.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    })
    ui.on('upgrade', (_req: IncomingMessage, socket: Duplex) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\nhello ')
      socket.pipe(socket)
    })
    await once(ui.listen(0, '127.0.0.1'), 'listening')
  })
  afterEach(async () => {
    await listener.close()
    ui.close().closeAllConnections()
  })

  const open = async (writes = false): Promise<string> => {
    port = await findFreePort([])
    const server = { host: '127.0.0.1', port: (ui.address() as AddressInfo).port }
    listener = await openUiListener(port, server, { writes })
    return `http://127.0.0.1:${port}`
  }

  it('answers the names of this machine with its port alone', async () => {
    const origin = await open()
    for (const host of ownHosts(port)) expect((await askAs(origin, '/', { host })).status, host).to.equal(200)
    for (const host of foreignHosts(port)) expect((await askAs(origin, '/', { host })).status, host).to.equal(403)
  })

  it('lets nothing change workflows but on request, and the page knows', async () => {
    const origin = await open()
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, text } = await askAs(origin, TERMINATE, {}, method)
      expect([status, text]).to.deep.equal([403, text.match(/.*TEMPORAL_DISABLE_WRITE_ACTIONS=false.*/)?.[0]])
    }
    expect((await askAs(origin, `${TERMINATE}?/query/x`, {}, 'POST')).status).to.equal(403)
    expect((await askAs(origin, QUERY, {}, 'POST')).status).to.equal(200)
    const settings = JSON.parse((await askAs(origin, '/api/v1/settings', {})).text) as unknown
    expect(settings).to.deep.equal({ Version: '2', DisableWriteActions: true })
    expect(readUiWrites({})).to.equal(false)
    expect(readUiWrites({ TEMPORAL_DISABLE_WRITE_ACTIONS: 'false' })).to.equal(true)
    expect(() => readUiWrites({ TEMPORAL_DISABLE_WRITE_ACTIONS: 'no' })).to.throw('must be true or false')
  })

  it('takes changes from its own page and from programs, and from no foreign page', async () => {
    const origin = await open(true)
    for (const headers of [{}, { origin }, { host: `localhost:${port}`, origin: `http://localhost:${port}` }])
      expect((await askAs(origin, TERMINATE, headers, 'POST')).status, JSON.stringify(headers)).to.equal(200)
    for (const foreign of ['http://evil.example', `http://localhost:${port}`, `https://127.0.0.1:${port}`, 'null'])
      expect((await askAs(origin, TERMINATE, { origin: foreign }, 'POST')).status, foreign).to.equal(403)
    expect((await askAs(origin, '/api/v1/settings', {})).text).to.contain('"DisableWriteActions":false')
  })

  it('passes bodies, cookies and streams, whose head comes before their first bytes, and ends with its clients', async () => {
    const origin = await open(true)
    const echoed = await fetch(`${origin}/x`, { method: 'POST', body: 'a body' })
    expect([await echoed.text(), echoed.headers.getSetCookie()]).to.deep.equal(['a body', ['a=1', 'b=2']])
    const asked = get(`${origin}/stream`)
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    expect(response.headers['content-type']).to.equal('text/event-stream')
    asked.on('error', () => undefined).destroy()
    await eventuallyEquals(async () => streams[0]?.destroyed, true)
  })

  it('passes WebSockets both ways, but none of a foreign page, and closes while they are open', async () => {
    const origin = await open()
    const upgrade = async (headers: Record<string, string | undefined>) => {
      const asked = request(origin, { headers: { connection: 'Upgrade', upgrade: 'echo', ...headers } }).end()
      const refused = once(asked, 'response').then(([response]) => (response as IncomingMessage).statusCode)
      return Promise.race([refused, once(asked, 'upgrade') as Promise<[IncomingMessage, Duplex, Buffer]>])
    }
    for (const headers of [{ origin: 'http://evil.example' }, { host: `evil.example:${port}` }])
      expect(await upgrade(headers)).to.equal(403)
    const [, socket, head] = (await upgrade({ origin })) as [IncomingMessage, Duplex, Buffer]
    let heard = head.toString()
    socket.on('data', (data: Buffer) => (heard += data.toString()))
    socket.write('world')
    await eventuallyEquals(async () => heard, 'hello world')
    const closed = once(socket, 'close')
    await listener.close()
    await closed
  })

  it('answers 503 while the server behind it is away', async () => {
    const origin = await open()
    ui.close().closeAllConnections()
    for (const path of ['/', '/api/v1/settings']) expect((await askAs(origin, path, {})).status).to.equal(503)
  })
})
