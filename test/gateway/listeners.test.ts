import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { findFreePort } from '../../embedded/ports.js'
import { allowDomain } from '../../commands/sending/domains/allow-domain.js'
import { Email } from '../../models/email.js'
import { useDatabase } from '../support/database.js'
import { startDnsServer, type DnsServer } from '../support/dns-server.js'
import { atLeast, eventually, eventuallyEquals } from '../support/eventually.js'
import { createProject } from '../support/factories.js'
import { useGatewayProcesses } from '../support/gateway-process.js'
import { MailPeer } from '../support/mail-peer.js'
import { mongodbServer } from '../support/servers.js'

const MB = 1_048_576
const BUFFERED_MB = 32
const BODY_MB = 4
const TIMES = 50
// Less than the clients send, and far more than a gateway may keep.
const GROWTH_MB = 150
const OTHER_ATTACKER = '127.0.0.3'
const HONEST = '127.0.0.2'
const LINE = `${'x'.repeat(1_022)}\r\n`

/** The input for one listener of the gateway. */
interface Door {
  port(): number
  /** The bytes of a client that never ends its headers or its first command. */
  unfinished: string
  /** Begins a body; resolves with a function that makes a chunk of about `kb` in the framing of the listener. */
  beginBody(peer: MailPeer): Promise<(kb: number) => string>
  /** Whether a client that follows the rules is served. */
  isServed(): Promise<boolean>
}

// The rooms that a gateway may import; see lint/rooms.js.
const ROOMS = ['gateway', 'runtime', 'commands', 'outbox', 'mail', 'models', 'activities/providers']

describe('every listener of the gateway', function () {
  this.timeout(180_000)
  useDatabase({ isEmptied: 'before all' })
  const start = useGatewayProcesses('after all')
  let folder: string
  let dns: DnsServer
  let ports: Record<'api' | 'metrics' | 'smtp', number>
  let project: { id: string; secretKey: string }
  const peers: MailPeer[] = []
  // The gateway may still count the connections of the test before.
  let attackers = 0
  beforeEach(() => void (attackers += 1))

  const get = (port: number, path: string): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const asked = request({ port, path, host: '127.0.0.1', localAddress: HONEST, agent: false }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => (text += part))
        response.once('end', () => resolve({ status: response.statusCode ?? 0, text }))
      })
      asked.once('error', reject).end()
    })

  const doors: Record<string, Door> = {
    'gateway/http/listen.ts': {
      port: () => ports.api,
      unfinished: 'GET /health HTTP/1.1\r\nHost: x\r\nX-A: ',
      async beginBody(peer) {
        const authorization = `Authorization: Bearer ${project.secretKey}`
        const type = 'Content-Type: multipart/form-data; boundary=b'
        peer.send(
          `POST /uploads/image HTTP/1.1\r\nHost: x\r\n${authorization}\r\n${type}\r\nTransfer-Encoding: chunked\r\n\r\n`,
        )
        return (kb) => `${(kb * LINE.length).toString(16)}\r\n${LINE.repeat(kb)}\r\n`
      },
      isServed: async () => (await get(ports.api, '/reference')).status < 500,
    },
    'runtime/metrics/serve-metrics.ts': {
      port: () => ports.metrics,
      unfinished: 'GET /metrics HTTP/1.1\r\nHost: x\r\nX-A: ',
      async beginBody(peer) {
        peer.send('POST /metrics HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n')
        return (kb) => `${(kb * LINE.length).toString(16)}\r\n${LINE.repeat(kb)}\r\n`
      },
      isServed: async () => (await get(ports.metrics, '/metrics')).status === 200,
    },
    'gateway/inbound/smtp-receiver.ts': {
      port: () => ports.smtp,
      unfinished: 'EHLO ',
      async beginBody(peer) {
        expect(await peer.begin(`help@${project.id}.example`)).to.match(/^354 /)
        return (kb) => LINE.repeat(kb)
      },
      async isServed() {
        const peer = new MailPeer({ port: ports.smtp }, HONEST)
        const begun = await peer.begin(`help@${project.id}.example`)
        peer.send(`From: a@sender.example\r\nSubject: ${Math.random()}\r\n\r\nHello\r\n.\r\n`)
        const reply = begun.startsWith('354') ? await peer.reply() : begun
        peer.leave()
        return reply.startsWith('250') && (await Email.exists({ projectId: project.id })) !== null
      },
    },
  }

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'inbound-'))
    dns = await startDnsServer()
    project = await createProject()
    await allowDomain({ projectId: project.id, domain: `${project.id}.example` })
    const { port, lines } = await start({
      MONGODB_URI: (await mongodbServer()).info.mongodb,
      METRICS_PORT: '0',
      DNS_SERVERS: dns.address,
      REQUEST_TIMEOUT_SECONDS: '15',
      CONNECTIONS_PER_NETWORK: '60',
      MAX_BUFFERED_MB: String(BUFFERED_MB),
      // 0 would mean that no mail is received.
      INBOUND_SMTP_PORT: String(await findFreePort([])),
      INBOUND_SPOOL_DIR: join(folder, 'inbound'),
      INBOUND_SPOOL_MB: String(4 * BODY_MB),
      INBOUND_MAX_MESSAGE_MB: String(BODY_MB),
      INBOUND_IDLE_SECONDS: '15',
      INBOUND_CONNECTIONS_PER_NETWORK: String(TIMES),
      INBOUND_RATE_PER_MINUTE: '0',
    })
    const portIn = (message: string, field: string): Promise<number> =>
      eventually(async () => Number(lines.find(({ msg }) => msg === message)?.[field] ?? 0), Boolean)
    ports = {
      api: port,
      metrics: await portIn('metrics listening', 'metricsPort'),
      smtp: await portIn('listening for inbound mail', 'port'),
    }
    await eventuallyEquals(() => get(ports.api, '/health').then(({ status }) => status), 200)
    for (const door of Object.values(doors)) expect(await door.isServed()).to.equal(true)
  })
  afterEach(() => leave())
  after(async () => {
    await dns.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const arrive = (door: Door, address = `127.0.1.${attackers}`): MailPeer => {
    const peer = new MailPeer({ port: door.port() }, address)
    peers.push(peer)
    return peer
  }
  const leave = (): void => {
    for (const peer of peers.splice(0)) peer.leave()
  }
  const valueOf = async (name: string): Promise<number> => {
    const { text } = await get(ports.metrics, '/metrics')
    return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
  }
  const rssMb = async (): Promise<number> => (await valueOf('process_resident_memory_bytes')) / MB
  const heldMb = async (): Promise<number> => (await valueOf('posthorn_request_body_bytes')) / MB
  /** The guarantees for all other clients, whatever one client does. */
  const expectOthersServed = async (rssBefore: number): Promise<void> => {
    expect((await get(ports.api, '/health')).status).to.equal(200)
    for (const [name, door] of Object.entries(doors)) expect(await door.isServed(), name).to.equal(true)
    expect(await heldMb()).to.be.at.most(BUFFERED_MB)
    expect((await rssMb()) - rssBefore).to.be.below(GROWTH_MB)
  }

  it('is covered by this file', () => {
    const files = ROOMS.flatMap((room) =>
      readdirSync(room, { recursive: true, encoding: 'utf8' }).map((name) => `${room}/${name}`),
    )
    const sources = files.filter((path) => path.endsWith('.ts'))
    const listening = sources.filter((path) => /\.listen\(/.test(readFileSync(path, 'utf8')))
    expect(listening.sort()).to.deep.equal(Object.keys(doors).sort())
  })

  for (const [name, door] of Object.entries(doors)) {
    describe(name, () => {
      it('serves others while one address opens three hundred connections', async () => {
        const before = await rssMb()
        const opened = Array.from({ length: 300 }, () => arrive(door))
        await Promise.all(opened.map((peer) => Promise.race([peer.opened, peer.closed])))
        await expectOthersServed(before)
        await eventually(async () => opened.filter(({ isClosed }) => isClosed).length, atLeast(240))
      })

      it('serves others while fifty clients send the largest body without its end, and holds nothing after', async () => {
        const before = await rssMb()
        for (let n = 0; n < TIMES; n += 1) {
          const peer = arrive(door)
          const chunk = await door.beginBody(peer)
          for (let mb = 0; mb < BODY_MB; mb += 1) peer.send(chunk(1_024))
        }
        await expectOthersServed(before)
        leave()
        await eventually(heldMb, (held) => held === 0)
      })
    })
  }

  it('serves others while fifty clients never end their headers and one sends its body byte by byte, and closes those', async () => {
    const before = await rssMb()
    const unfinished: MailPeer[] = []
    const sending: MailPeer[] = []
    for (const door of Object.values(doors)) {
      const slow = Array.from({ length: TIMES }, () => arrive(door))
      for (const peer of slow) peer.send(door.unfinished + 'x'.repeat(10_000))
      unfinished.push(...slow)
      const other = arrive(door, OTHER_ATTACKER)
      sending.push(other)
      await door.beginBody(other)
    }
    const drip = setInterval(() => {
      for (const peer of unfinished) peer.send('x')
      for (const peer of sending) peer.send('1')
    }, 200)
    await expectOthersServed(before)
    await Promise.all([...sending, ...unfinished].map(({ closed }) => closed))
    clearInterval(drip)
  })
})
