import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { allowDomain } from '../../../commands/sending/domains/allow-domain.js'
import { mailReceiverOf, type MailReceiver } from '../../../gateway/inbound/mail-receiver.js'
import { startSmtpReceiver, type SmtpReceiver } from '../../../gateway/inbound/smtp-receiver.js'
import { memoryBudgetOf, type ByteBudget } from '../../../gateway/memory/byte-budget.js'
import { Contact } from '../../../models/contact.js'
import { Email } from '../../../models/email.js'
import { SenderDomain } from '../../../models/sender-domain.js'
import type { Config } from '../../../runtime/config.js'
import { createLogger } from '../../../runtime/logger.js'
import { testConfig } from '../../support/config.js'
import { useDatabase } from '../../support/database.js'
import { useDnsServer } from '../../support/dns-server.js'
import { atLeast, eventually, eventuallyEquals } from '../../support/eventually.js'
import { createProject } from '../../support/factories.js'
import { MailPeer } from '../../support/mail-peer.js'

const log = createLogger('test', { level: 'silent', pretty: false })
const LINE = `${'x'.repeat(998)}\r\n`
const KB = 1_000
const network = (n: number): string => `127.0.0.${n}`

describe('the limits on mail servers', () => {
  useDatabase({ isEmptied: 'before each' })
  const dns = useDnsServer()
  let folder: string
  let memory: ByteBudget
  let receiver: SmtpReceiver
  let domain: string
  let projectId: string
  const peers: MailPeer[] = []

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'inbound-'))
    ;({ id: projectId } = await createProject())
    domain = `${projectId}.example`
    await allowDomain({ projectId, domain })
  })
  afterEach(async () => {
    for (const peer of peers.splice(0)) peer.leave()
    await receiver.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const start = async (changes: Partial<Config> = {}): Promise<void> => {
    const local = { INBOUND_SPOOL_DIR: join(folder, 'inbound'), DNS_SERVERS: dns.servers, INBOUND_RATE_PER_MINUTE: 0 }
    const config = testConfig({ ...local, ...changes })
    memory = memoryBudgetOf(config)
    receiver = await startSmtpReceiver(config, { mail: mailReceiverOf(config, memory), memory, log })
  }
  const arrive = (n = 1): MailPeer => {
    const peer = new MailPeer(receiver, network(n))
    peers.push(peer)
    return peer
  }
  /**
   * A client that has begun a message. A machine that pauses meanwhile may use up the time of a connection: then
   * another one begins.
   */
  const beginMessage = (n = 1): Promise<MailPeer> => {
    let peer: MailPeer
    return eventually(async () => (await (peer = arrive(n)).begin(`help@${domain}`)).startsWith('354'), Boolean).then(
      () => peer,
    )
  }
  /**
   * Begins a message and sends 270 KB of it, which the receiver moves to the disk or, without room there, drops. Either
   * way the memory that it held shows that the bytes have arrived.
   */
  const fillDisk = async (n: number): Promise<MailPeer> => {
    const peer = await beginMessage(n)
    const before = memory.heldBytes
    peer.send(LINE.repeat(250))
    await eventually(async () => memory.heldBytes - before, atLeast(240 * KB))
    peer.send(LINE.repeat(20))
    await eventually(
      async () => memory.heldBytes - before,
      (held) => held < 100 * KB,
    )
    return peer
  }
  const letter = (n: number, kb = 1): string =>
    `From: a${n}@sender.example\r\nSubject: ${n}\r\n\r\n${LINE.repeat(kb)}.\r\n`
  const deliver = async (n: number, raw = letter(n)): Promise<string> => {
    const peer = arrive(n)
    let reply = await peer.begin(`help@${domain}`)
    if (reply.startsWith('354')) {
      peer.send(raw)
      reply = await peer.reply()
    }
    // A client that tries again takes no further connection of its network.
    if (!reply.startsWith('250')) peer.leave()
    return reply
  }

  it('answer 421 to connections of one network above its limit, and accept mail of others', async () => {
    await start({ INBOUND_CONNECTIONS_PER_NETWORK: 3 })
    const idle = [1, 2, 3].map(() => arrive(1))
    for (const peer of idle) expect(await peer.reply()).to.match(/^220 /)
    const late = arrive(1)
    expect(await late.reply()).to.match(/^421 4\.7\.0 /)
    await late.closed
    expect(await deliver(2)).to.match(/^250 /)
    idle[0]?.leave()
    await eventually(
      async () => deliver(1),
      (reply) => reply.startsWith('250'),
    )
  })

  it('accept mail while idle clients of many networks have all connections, and close one of them', async () => {
    await start({ INBOUND_MAX_CONNECTIONS: 12, INBOUND_CONNECTIONS_PER_NETWORK: 4 })
    const idle = [1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4].map((n) => arrive(n))
    for (const peer of idle) expect(await peer.reply()).to.match(/^220 /)
    for (const n of [11, 12, 13, 14, 15]) expect(await deliver(n), network(n)).to.match(/^250 /)
    expect(idle.some(({ text }) => text.startsWith('421 4.3.2'))).to.equal(true)
    // The first connection of a network with many is dismissed, and never one that sends.
    await idle[0]?.closed
  })

  it('keep a connection during its message while new connections replace idle ones', async () => {
    await start({ INBOUND_MAX_CONNECTIONS: 3, INBOUND_IDLE_SECONDS: 600 })
    const sending = arrive(1)
    expect(await sending.begin(`help@${domain}`)).to.match(/^354 /)
    for (const n of [2, 3, 4, 5, 6, 7]) expect(await arrive(n).reply()).to.match(/^220 /)
    sending.send(letter(1))
    expect(await sending.reply()).to.match(/^250 /)
  })

  it('close a connection without a message, even one that continues to send commands', async () => {
    await start({ INBOUND_IDLE_SECONDS: 0.5 })
    const [silent, talking] = [arrive(1), arrive(2)]
    await talking.until('\r\n')
    const drip = setInterval(() => talking.send('NOOP\r\n'), 50)
    await Promise.all([silent.closed, talking.closed])
    clearInterval(drip)
    // Not for too many commands, which would take 15 seconds.
    for (const { text } of [silent, talking]) expect(text).to.match(/421 (?!4\.7\.0).*\r\n$/)
  })

  it('close a connection after its time, but not during a message', async () => {
    await start({ INBOUND_CONNECTION_SECONDS: 2 })
    const peer = await beginMessage()
    await arrive().closed
    peer.send(letter(1))
    expect(await peer.reply()).to.match(/^250 /)
    await peer.closed
    expect(peer.text).to.match(/^421 4\.4\.2 /)
  })

  it('close a message that comes byte by byte, at once or after a fast beginning', async () => {
    await start({ INBOUND_IDLE_SECONDS: 2 })
    const slow = [await beginMessage(1), await beginMessage(2)]
    slow[1]?.send(LINE.repeat(300))
    const drip = setInterval(() => slow.forEach((peer) => peer.send('x')), 50)
    await Promise.all(slow.map(({ closed }) => closed))
    clearInterval(drip)
    for (const { text } of slow) expect(text).to.match(/^421 /)
    await eventuallyEquals(() => memory.heldBytes, 0)
  })

  it('close a message that never ends', async () => {
    await start({ INBOUND_MESSAGE_SECONDS: 1 })
    const endless = await beginMessage()
    const drip = setInterval(() => endless.send(LINE), 20)
    await endless.closed
    clearInterval(drip)
    expect(endless.text).to.match(/^421 4\.4\.2 The message did not come in whole in time/)
    await eventuallyEquals(() => memory.heldBytes, 0)
  })

  it('accept mail while slow messages have all connections, and close one of them', async () => {
    await start({ INBOUND_MAX_CONNECTIONS: 8, INBOUND_CONNECTIONS_PER_NETWORK: 4, INBOUND_IDLE_SECONDS: 15 })
    const slow: MailPeer[] = []
    for (const n of [1, 2, 1, 2, 1, 2, 1, 2]) slow.push(await beginMessage(n))
    const drip = setInterval(() => slow.forEach((peer) => peer.send(LINE)), 100)
    try {
      await eventually(
        () => deliver(11),
        (reply) => reply.startsWith('250'),
      )
    } finally {
      clearInterval(drip)
    }
    expect(slow.some(({ text }) => text.startsWith('421 4.3.2'))).to.equal(true)
  })

  it('close a connection after ten refusals of any kind', async () => {
    await start()
    const [asking, stammering] = [arrive(1), arrive(2)]
    for (const peer of [asking, stammering]) {
      await peer.reply()
      await peer.say('EHLO mx.sender.example')
    }
    await asking.say('MAIL FROM:<a@sender.example>')
    for (let n = 0; n < 10; n += 1) expect(await asking.say(`RCPT TO:<x@no${n}.example>`)).to.match(/^550 /)
    expect(await asking.say('RCPT TO:<x@no11.example>')).to.match(/^421 4\.7\.0 /)
    for (let n = 0; n < 10; n += 1) expect(await stammering.say('RCPT TO:<>')).to.match(/^50/)
    expect(await stammering.say('RCPT TO:<>')).to.match(/^421 /)
    await Promise.all([asking.closed, stammering.closed])
  })

  it('close a connection after three hundred commands without a message', async () => {
    await start()
    const peer = arrive()
    await peer.reply()
    peer.send('NOOP\r\n'.repeat(400))
    await peer.closed
    expect(peer.text.match(/^250/gm)).to.have.length.within(290, 300)
    expect(peer.text).to.match(/421 4\.7\.0 Too many commands.*\r\n$/)
  })

  it('close a connection after a hundred messages', async () => {
    await start()
    await receiver.close()
    const mail: MailReceiver = {
      judge: async () => 'wanted',
      admit: async () => true,
      receive: async () => ({ entries: [], stored: 1, reports: 0, unreadable: null }),
      receiveFromSes: async () => null,
    }
    const config = testConfig({ INBOUND_SPOOL_DIR: join(folder, 'inbound'), INBOUND_RATE_PER_MINUTE: 0 })
    receiver = await startSmtpReceiver(config, { mail, memory, log })
    const peer = arrive()
    expect(await peer.begin('a@b.example')).to.match(/^354 /)
    for (let n = 1; n <= 100; n += 1) {
      expect(await peer.say('Subject: hi\r\n\r\nHello\r\n.')).to.match(/^250 /)
      expect(await peer.say('MAIL FROM:<a@sender.example>')).to.match(n < 100 ? /^250 / : /^421 4\.7\.0 /)
      if (n < 100) for (const line of ['RCPT TO:<a@b.example>', 'DATA']) await peer.say(line)
    }
    await peer.closed
  })

  it('limit the messages of a network in a minute, and not those of others', async () => {
    await start({ INBOUND_RATE_PER_MINUTE: 3 })
    for (let n = 0; n < 3; n += 1) expect(await deliver(1)).to.match(/^250 /)
    expect(await deliver(1)).to.match(/^450 4\.7\.1 /)
    expect(await deliver(2)).to.match(/^250 /)
  })

  it('limit the recipients of a network in a minute, and look a domain up once in five seconds', async () => {
    await start({ INBOUND_RATE_PER_MINUTE: 2 })
    const collection = SenderDomain.collection as unknown as Record<string, (...args: unknown[]) => unknown>
    const find = collection['find']
    let lookUps = 0
    const startedAt = performance.now()
    collection['find'] = (...args) => {
      lookUps += 1
      return find?.apply(SenderDomain.collection, args)
    }
    try {
      const peer = arrive()
      await peer.reply()
      await peer.say('EHLO mx.sender.example')
      await peer.say('MAIL FROM:<a@sender.example>')
      for (let n = 0; n < 20; n += 1) expect(await peer.say(`RCPT TO:<a${n}@${domain}>`)).to.match(/^250 /)
      expect(await peer.say(`RCPT TO:<a21@${domain}>`)).to.match(/^450 4\.7\.1 /)
    } finally {
      delete collection['find']
    }
    // It is known for five seconds.
    expect(lookUps).to.be.within(1, 1 + Math.floor((performance.now() - startedAt) / 5_000))
  })

  it('limit the mail of a project in a minute, and not that of others', async () => {
    await start({ INBOUND_PROJECT_RATE_PER_MINUTE: 2 })
    const other = await createProject()
    await allowDomain({ projectId: other.id, domain: 'other.example' })
    for (let n = 1; n <= 2; n += 1) expect(await deliver(n)).to.match(/^250 /)
    expect(await deliver(3)).to.match(/^450 4\.7\.1 The mailbox/)
    expect(await arrive(4).begin('help@other.example')).to.match(/^354 /)
  })

  it('count the messages of a project that have arrived, and not the recipients that a client names', async () => {
    await start({ INBOUND_PROJECT_RATE_PER_MINUTE: 20 })
    const peer = arrive(1)
    await peer.reply()
    await peer.say('EHLO mx.sender.example')
    for (let n = 0; n < 2; n += 1) {
      await peer.say('MAIL FROM:<a@sender.example>')
      for (let to = 0; to < 40; to += 1) expect(await peer.say(`RCPT TO:<a${to}@${domain}>`)).to.match(/^250 /)
      await peer.say('RSET')
    }
    expect(await deliver(2)).to.match(/^250 /)
  })

  it('limit a network to a quarter of the mail of a project, and refuse no other recipient for that', async () => {
    await start({ INBOUND_PROJECT_RATE_PER_MINUTE: 8, INBOUND_RATE_PER_MINUTE: 100 })
    const other = await createProject()
    await allowDomain({ projectId: other.id, domain: 'other.example' })
    for (let n = 0; n < 2; n += 1) expect(await deliver(1, letter(n))).to.match(/^250 /)
    expect(await deliver(1)).to.match(/^450 4\.7\.1 The mailbox/)
    expect(await arrive(1).begin('help@other.example')).to.match(/^354 /)
    for (const n of [2, 3]) expect(await deliver(n)).to.match(/^250 /)
  })

  it('limit the new contacts in an hour, and store mail beyond that without a contact', async () => {
    await start({ INBOUND_NEW_CONTACTS_PER_HOUR: 3 })
    for (let n = 1; n <= 6; n += 1) expect(await deliver(n)).to.match(/^250 /)
    expect(await Contact.countDocuments({ projectId })).to.equal(3)
    expect(await Email.countDocuments({ projectId })).to.equal(6)
    // Mail of a known contact still belongs to that contact.
    expect(await deliver(1, letter(1).replace('Subject: 1', 'Subject: again'))).to.match(/^250 /)
    const again = await Email.findOne({ projectId, subject: 'again' }).orFail().lean()
    expect(again.contactId).to.not.equal('')
  })

  it('store a large message on disk in an unnamed file, and accept it whole', async () => {
    await start()
    const peer = arrive()
    expect(await peer.begin(`help@${domain}`)).to.match(/^354 /)
    const [head = ''] = letter(1).split(LINE)
    peer.send(head)
    for (let kb = 0; kb < 2 * KB; kb += 100) peer.send(LINE.repeat(100))
    peer.send('the end\r\n.\r\n')
    let most = 0
    const watch = setInterval(() => (most = Math.max(most, memory.heldBytes)), 1)
    expect(await peer.reply()).to.match(/^250 /)
    clearInterval(watch)
    expect(readdirSync(join(folder, 'inbound'))).to.deep.equal([])
    expect(memory.heldBytes).to.equal(0)
    // Reading the message takes its size, and its tail in addition.
    expect(most).to.be.below(2.5 * 1_048_576)
    expect(await Email.countDocuments({ projectId, subject: '1' })).to.equal(1)
  })

  it('answer 452 to a network that has used its share of the disk, and accept mail of others', async () => {
    // A network has half a megabyte.
    await start({ INBOUND_SPOOL_MB: 2, INBOUND_MAX_MESSAGE_MB: 1 })
    const one = await fillDisk(1)
    expect(await deliver(1, letter(1, 400))).to.match(/^452 4\.3\.1 /)
    expect(await deliver(2, letter(2, 400))).to.match(/^250 /)
    one.leave()
    await eventually(
      async () => deliver(1, letter(1, 400)),
      (reply) => reply.startsWith('250'),
    )
    expect(memory.heldBytes).to.equal(0)
  })

  it('accept a large message while four networks use as much of the disk as they can', async () => {
    // Four shares of a quarter, of three messages each, would leave no room for another one.
    await start({ INBOUND_SPOOL_MB: 3.1, INBOUND_IDLE_SECONDS: 600 })
    for (const n of [1, 2, 3, 4]) for (let times = 0; times < 4; times += 1) await fillDisk(n)
    expect(await deliver(1, letter(1, 265))).to.match(/^452 /)
    for (const n of [5, 6, 7]) expect(await deliver(n, letter(n, 265))).to.match(/^250 /)
  })

  it('answer 452, and stay up, when the disk fails', async () => {
    writeFileSync(join(folder, 'inbound'), 'no folder')
    await start()
    expect(await deliver(1, letter(1, 800))).to.match(/^452 4\.3\.1 /)
    expect(await deliver(1, letter(1, 10))).to.match(/^250 /)
    expect(memory.heldBytes).to.equal(0)
  })

  it('remove the files of an earlier process', async () => {
    mkdirSync(join(folder, 'inbound'))
    const [old, fresh] = [join(folder, 'inbound', 'old'), join(folder, 'inbound', 'fresh')]
    for (const path of [old, fresh]) writeFileSync(path, 'x')
    utimesSync(old, new Date(0), new Date(0))
    await start()
    expect(readdirSync(join(folder, 'inbound'))).to.deep.equal(['fresh'])
  })

  it('use little memory for forty clients that send a large message without its end, and release it afterwards', async () => {
    await start({ INBOUND_CONNECTIONS_PER_NETWORK: 50 })
    const sending = Array.from({ length: 40 }, () => arrive(1))
    for (const peer of sending) expect(await peer.begin(`help@${domain}`)).to.match(/^354 /)
    for (const peer of sending) peer.send(LINE.repeat(3 * KB))
    await eventually(async () => memory.heldBytes, atLeast(1))
    expect(await deliver(2)).to.match(/^250 /)
    expect(memory.heldBytes).to.be.below(40 * 300 * KB)
    for (const peer of sending) peer.leave()
    await eventuallyEquals(() => memory.heldBytes, 0)
    expect(readdirSync(join(folder, 'inbound'))).to.deep.equal([])
  })
})
