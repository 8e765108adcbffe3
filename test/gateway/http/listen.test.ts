import type { RequestListener, ServerResponse } from 'node:http'
import { expect } from 'chai'
import { listen, type ConnectionLimits, type Listening } from '../../../gateway/http/listen.js'
import { eventually, eventuallyEquals } from '../../support/eventually.js'
import { livedMs } from '../../support/lived-ms.js'
import { Peer } from '../../support/peer.js'

const local = { host: '127.0.0.1', port: 0 }
const HEAD = 'POST / HTTP/1.1\r\nHost: x\r\n'

const answerBody: RequestListener = (req, res) => {
  req.resume().once('end', () => res.end('done'))
}

describe('the server', () => {
  const servers: Listening[] = []
  const start = async (handler: RequestListener, limits: Partial<ConnectionLimits> = {}): Promise<Listening> => {
    const server = await listen(handler, local, limits)
    servers.push(server)
    return server
  }
  after(async () => {
    for (const server of servers) await server.close()
  })

  it('finishes its requests before it closes, and accepts no more', async () => {
    let finish = (): void => undefined
    const started = new Promise<void>((begun) => {
      finish = begun
    })
    let answer = (): void => undefined
    const server = await listen((_req, res) => {
      answer = () => res.end('done')
      finish()
    }, local)
    const origin = `http://127.0.0.1:${server.port}`
    const running = fetch(origin)
    await started
    const closed = server.close()
    expect(await fetch(origin).catch((error: unknown) => error)).to.be.instanceOf(TypeError)
    answer()
    expect(await (await running).text()).to.equal('done')
    await closed
  })

  it('reports that its port is taken', async () => {
    const first = await listen((_req, res) => res.end(), local)
    const second = await listen((_req, res) => res.end(), { ...local, port: first.port }).catch(
      (error: unknown) => error,
    )
    expect(second).to.have.property('code', 'EADDRINUSE')
    await first.close()
  })

  it('closes at once when all its connections are idle', async () => {
    const server = await listen((_req, res) => res.end('done'), local)
    const [kept, silent] = [new Peer(server), new Peer(server)]
    kept.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await Promise.all([kept.until('done'), silent.opened])
    expect(await livedMs(() => server.close())).to.be.below(2_000)
    await Promise.all([kept.closed, silent.closed])
  })

  it('closes unfinished requests while it closes', async () => {
    const server = await listen(answerBody, local, { drainMs: 200 })
    const peer = new Peer(server)
    peer.send(`${HEAD}Expect: 100-continue\r\nContent-Length: 5\r\n\r\na`)
    await peer.until('100 Continue')
    const startedAt = performance.now()
    expect(await livedMs(() => server.close())).to.be.below(2_000)
    expect(performance.now() - startedAt).to.be.at.least(150)
    await peer.closed
  })

  it('closes a kept-alive connection whose request arrives while it closes', async () => {
    const server = await listen(answerBody, local)
    const peer = new Peer(server)
    peer.send(`${HEAD}Expect: 100-continue\r\nContent-Length: 2\r\n\r\na`)
    await peer.until('100 Continue')
    const closed = server.close()
    peer.send(`b${HEAD}Content-Length: 0\r\n\r\n`)
    await closed
    await peer.closed
    expect(peer.text.match(/HTTP\/1.1 200/g)).to.have.length.within(1, 2)
  })

  for (const [what, begun] of [
    ['body', `${HEAD}Content-Length: 1000\r\n\r\n`],
    ['headers', HEAD],
  ] as const) {
    it(`answers 408 and closes the connection of a client that sends its ${what} a byte at a time`, async () => {
      const peer = new Peer(await start(answerBody, { requestTimeoutMs: 400 }))
      peer.send(begun)
      const drip = setInterval(() => peer.send('x'), 50)
      await peer.closed
      clearInterval(drip)
      expectEnvelope(peer.text, 408)
    })
  }

  it('does not interrupt an answer that takes longer than its request may', async () => {
    const held: ServerResponse[] = []
    const server = await start((req, res) => void req.resume().once('end', () => held.push(res)), {
      requestTimeoutMs: 1_000,
    })
    const running = fetch(`http://127.0.0.1:${server.port}`, { method: 'POST', body: 'all' })
    // The time of a request that begins later is over first.
    await eventuallyEquals(() => held.length, 1)
    const late = new Peer(server)
    late.send(`${HEAD}Content-Length: 1000\r\n\r\n`)
    await late.closed
    held[0]?.end('done')
    expect(await (await running).text()).to.equal('done')
  })

  it('keeps no timer for a request that it answered too early, once its client has left', async () => {
    // Far more than the timers that other work of this process may begin or end meanwhile.
    const COUNT = 100
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
    const server = await start((_req, res) => res.end('done'), { requestTimeoutMs: 600_000 })
    const few = timers() + COUNT / 2
    const peers = Array.from({ length: COUNT }, () => new Peer(server))
    for (const peer of peers) peer.send(`${HEAD}Content-Length: 1000\r\n\r\n`)
    await Promise.all(peers.map((peer) => peer.until('done')))
    expect(timers()).to.be.above(few)
    for (const peer of peers) peer.leave()
    await eventually(
      async () => timers(),
      (count) => count < few,
    )
  })

  it('limits the connections of a network, and accepts others when these have ended', async () => {
    const server = await start((_req, res) => res.end('done'), { perNetwork: 2 })
    const answered = async (): Promise<Peer | null> => {
      const peer = new Peer(server)
      peer.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
      return peer.until('done').then(
        () => peer,
        () => null,
      )
    }
    for (let round = 0; round < 2; round += 1) {
      const first = await eventually(answered, (peer) => peer !== null)
      const second = await eventually(answered, (peer) => peer !== null)
      expect(await answered()).to.equal(null)
      first?.leave()
      second?.leave()
    }
  })

  it('closes a connection that stays idle', async () => {
    const server = await start((_req, res) => res.end('done'), { keepAliveMs: 200 })
    const peer = new Peer(server)
    peer.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await peer.until('done')
    await peer.closed
  })

  const REFUSED: [what: string, request: string, status: number][] = [
    ['headers above 16 KB', `${HEAD}X-Long: ${'x'.repeat(17_000)}\r\n\r\n`, 431],
    ['no HTTP', 'HELO mail.acme.io\r\n\r\n', 400],
    ['two lengths', `${HEAD}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`, 400],
    ['a length and chunks', `${HEAD}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`, 400],
    ['a broken chunk', `${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 400],
    ['chunk extensions above 16 KB', `${HEAD}Transfer-Encoding: chunked\r\n\r\n1;a=${'x'.repeat(17_000)}\r\n`, 413],
    ['a broken header', `${HEAD}X-A: b\rX-C: d\r\n\r\n`, 400],
  ]
  for (const [what, request, status] of REFUSED) {
    it(`answers ${status} to ${what}, in the envelope, and closes`, async () => {
      const peer = new Peer(await start(answerBody))
      peer.send(request)
      await peer.closed
      expectEnvelope(peer.text, status)
    })
  }

  const HOSTS: [what: string, request: string][] = [
    ['two Host headers', 'GET / HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n\r\n'],
    ['the same Host twice', 'GET / HTTP/1.1\r\nHost: a.example\r\nHost: a.example\r\n\r\n'],
    ['two in other letters, with headers between', 'GET / HTTP/1.1\r\nHOST: a\r\nX-A: b\r\nhost: a\r\n\r\n'],
    ['two in HTTP/1.0', 'GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n'],
    ['two with a body', 'POST / HTTP/1.1\r\nHost: a\r\nHost: b\r\nContent-Length: 2\r\n\r\nhi'],
    ['two hosts in one', 'GET / HTTP/1.1\r\nHost: a.example, b.example\r\n\r\n'],
    ['a host with a path', 'GET / HTTP/1.1\r\nHost: a.example/b\r\n\r\n'],
    ['no Host in HTTP/1.1', 'GET / HTTP/1.1\r\n\r\n'],
    ['a host with a user', 'GET / HTTP/1.1\r\nHost: a@b.example\r\n\r\n'],
  ]
  for (const [what, request] of HOSTS) {
    it(`answers 400 to ${what} without calling the application`, async () => {
      let asked = 0
      const handler: RequestListener = (req, res) => {
        asked += 1
        answerBody(req, res)
      }
      const peer = new Peer(await start(handler))
      peer.send(request)
      await peer.closed
      expectEnvelope(peer.text, 400)
      expect(peer.text).to.contain('Host')
      expect(asked).to.equal(0)
    })
  }

  for (const host of ['a.example', 'a.example:3000', '127.0.0.1:1', '[::1]:3000', '', 'a_b.example', 'A%20b']) {
    it(`accepts the Host "${host}"`, async () => {
      const peer = new Peer(await start(answerBody))
      peer.send(`GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
      await peer.until('done')
      peer.leave()
    })
  }

  it('accepts a request of HTTP/1.0 without a Host', async () => {
    const peer = new Peer(await start(answerBody))
    peer.send('GET / HTTP/1.0\r\n\r\n')
    await peer.closed
    expect(peer.text).to.match(/^HTTP\/1.1 200/)
  })
})

function expectEnvelope(text: string, status: number): void {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  expect(head.split('\r\n')[0]).to.match(new RegExp(`^HTTP/1.1 ${status} `))
  for (const header of ['Connection: close', 'X-Content-Type-Options: nosniff', 'Cache-Control: no-store']) {
    expect(head).to.contain(header)
  }
  const { success, error, timestamp } = JSON.parse(body)
  expect(success).to.equal(false)
  expect(error).to.include({ code: status === 413 ? 'PAYLOAD_TOO_LARGE' : 'BAD_REQUEST', statusCode: status })
  expect(head).to.contain(`X-Request-Id: ${error.requestId}`)
  expect(timestamp).to.be.a('string')
}
