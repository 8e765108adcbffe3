import { expect } from 'chai'
import { allowDomain } from '../../../commands/sending/domains/allow-domain.js'
import { mailReceiverOf } from '../../../gateway/inbound/mail-receiver.js'
import { startSmtpReceiver, type SmtpReceiver } from '../../../gateway/inbound/smtp-receiver.js'
import { memoryBudgetOf } from '../../../gateway/memory/byte-budget.js'
import { createBounceAddresses } from '../../../mail/links/bounce-addresses.js'
import { createReadingThreads, type ReadingThreads } from '../../../mail/inbound/threads/read-in-thread.js'
import type { Reading } from '../../../mail/inbound/threads/thread.js'
import { Email } from '../../support/models.js'
import { createLogger } from '../../../runtime/logger.js'
import { ThreadsBusy, ThreadStopped, type StopReason } from '../../../runtime/threads/thread-pool.js'
import { ENCRYPTION_KEYS, testConfig } from '../../support/config.js'
import { useDnsServer } from '../../support/dns-server.js'
import { eventuallyEquals } from '../../support/eventually.js'
import { createProject } from '../../support/factories.js'
import { useGateway } from '../../support/gateway.js'
import { deliverBySmtp } from '../../support/mail-peer.js'
import { growthOf } from '../../support/metrics.js'
import { useSns } from '../../support/sns.js'

const log = createLogger('test', { level: 'silent', pretty: false })
const BOUNCES = 'bounces.example.net'
const HOST = 'shop.example'
const TO = `help@${HOST}`
const FROM = 'From: ada@sender.example\r\n'

const part = (head: string, body = 'x'): string => `--q\r\n${head}\r\n\r\n${body}\r\n`
const mixed = (parts: string[]): string =>
  `${FROM}Content-Type: multipart/mixed; boundary=q\r\n\r\n${parts.join('')}--q--\r\n`
/** A folded value of some 64 KB of one character between two others. */
const run = (unit: string): string => `a${`${unit.repeat(900)}\r\n `.repeat(70)}b`
const line = `${'QUJD'.repeat(19)}\r\n`

const status = (fields: string): string =>
  `${FROM}Content-Type: multipart/report; report-type=delivery-status; boundary=q\r\n\r\n` +
  `${part('Content-Type: message/delivery-status', `Reporting-MTA: dns; mx.example\r\n\r\n${fields}`)}--q--\r\n`

const pdfs = (name: string): string =>
  mixed(
    Array.from({ length: 10 }, () => part(`Content-Type: application/pdf\r\nContent-Disposition: attachment; ${name}`)),
  )

/** Small mail that was slow to read. */
const HOSTILE: Record<string, () => string> = {
  'boundaries of blanks': () =>
    mixed(Array.from({ length: 6 }, () => part(`Content-Type: multipart/mixed; boundary="${run(' ')}"`))),
  'file names of dots': () => pdfs(`filename="${run('.')}"`),
  'file names of blanks in pieces': () => pdfs(`filename*0*="${run('%20')}"`),
  'addresses without end': () => `To: ${run('(<"a@,;:')}\r\nCc: ${run('a ')}\r\n${FROM}\r\nHello`,
  'encoded words without end': () => `${FROM}Subject: ${run('=?utf-8?b?')}\r\n\r\nHello`,
  'HTML of open elements': () =>
    `${FROM}Content-Type: text/html\r\n\r\n${'<div><b style="color: red">'.repeat(30_000)}`,
  'HTML of one long link': () =>
    `${FROM}Content-Type: text/html\r\n\r\n<a href="http://x/${' '.repeat(900_000)}x">a</a>`,
  'thousands of parts': () => mixed(Array.from({ length: 20_000 }, () => part('X: y'))),
  'parts nested in parts': () =>
    FROM +
    Array.from({ length: 500 }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`).join(''),
}

describe('mail that is made to take long', () => {
  const sns = useSns()
  const dns = useDnsServer()
  /** What the threads do: read, or fail in this way. */
  let mood: StopReason | 'busy' | 'throws' | 'reads' = 'reads'
  let whileReading: (reading: Promise<Reading>) => Promise<void> = async () => undefined
  const pool = createReadingThreads()
  const threads: ReadingThreads = {
    async perform(key, task) {
      if (mood === 'busy') throw new ThreadsBusy()
      if (mood === 'throws') throw new RangeError('of the reader')
      if (mood !== 'reads') throw new ThreadStopped(mood, null)
      const reading = pool.perform(key, task)
      await whileReading(reading)
      return reading
    },
  }
  after(() => pool.close())
  const settings = {
    ...sns.settings,
    BOUNCE_DOMAIN: BOUNCES,
    DNS_SERVERS: dns.servers,
  }
  const gateway = useGateway(settings, { isEmptied: 'before each' }, threads)
  const config = testConfig(settings)
  const memory = memoryBudgetOf(config)
  let receiver: SmtpReceiver

  beforeEach(async () => {
    mood = 'reads'
    whileReading = async () => undefined
    const { id: projectId } = await createProject()
    await allowDomain({ projectId, domain: HOST })
    receiver = await startSmtpReceiver(config, {
      mail: mailReceiverOf(config, memory, threads),
      memory,
      log,
    })
  })
  afterEach(() => receiver.close())

  /** Resolves with the code of the refusal, or 250. */
  const deliver = async (raw: string, to = TO): Promise<number | undefined> => {
    const refusal = await deliverBySmtp(receiver, { to: [to], raw: Buffer.from(raw, 'latin1') })
    return refusal ? refusal.responseCode : 250
  }
  const health = async (): Promise<number> => (await gateway.as().get('/health')).status
  const fromSes = async (): Promise<number> => {
    const notification = {
      notificationType: 'Received',
      mail: { source: 'ada@sender.example', messageId: crypto.randomUUID() },
      receipt: { recipients: [TO], action: { type: 'SNS', encoding: 'UTF-8' } },
      content: `${FROM}\r\nHello`,
    }
    const message = sns.message({ Message: JSON.stringify(notification) })
    const { status } = await gateway
      .as()
      .post('/webhooks/email-infra', JSON.stringify(message), { 'content-type': 'text/plain' })
    return status
  }

  for (const [name, make] of Object.entries(HOSTILE)) {
    it(`with ${name} is read within its time, and stored`, async () => {
      // A message that takes longer than the threads allow is refused.
      expect(await deliver(make())).to.equal(250)
      expect(await Email.countDocuments({ sourceType: 'INBOUND' })).to.equal(1)
    }).timeout(60_000)
  }

  it('with a delivery report of blanks is read within its time', async () => {
    const to = createBounceAddresses(BOUNCES, ENCRYPTION_KEYS).addressOf(crypto.randomUUID())
    const recipients = Array.from(
      { length: 20 },
      () => `Final-Recipient: rfc822; ${run(' ')}\r\nAction: failed\r\n\r\n`,
    )
    expect(await deliver(status(recipients.join('')), to)).to.equal(250)
  }).timeout(60_000)

  it('of great size does not block other requests of the gateway meanwhile', async () => {
    const files = Array.from({ length: 50 }, (_, i) =>
      part(
        `Content-Type: application/pdf; name=${i}.pdf\r\nContent-Transfer-Encoding: base64`,
        line.repeat(Math.floor(480_000 / line.length)),
      ),
    )
    let answered: string[] = []
    whileReading = async (reading) => {
      answered = []
      const read = reading.then(() => answered.push('mail'))
      expect(await health()).to.equal(200)
      answered.push('health')
      await read
    }
    // A machine that lets this thread wait may read the mail first, but not every time.
    for (let tries = 0; tries < 5 && answered[0] !== 'health'; tries += 1)
      expect(await deliver(mixed(files))).to.equal(250)
    expect(answered).to.deep.equal(['health', 'mail'])
  }).timeout(120_000)

  for (const reason of ['time', 'memory', 'throws'] as const) {
    it(`is refused permanently when its parsing ends by ${reason}, and the next mail is accepted`, async () => {
      mood = reason
      const counted = await growthOf('posthorn_inbound_messages_total', { outcome: 'unreadable' }, async () => {
        expect(await deliver(`${FROM}\r\nHello`)).to.equal(550)
        expect(await fromSes()).to.equal(200)
      })
      expect(counted).to.equal(2)
      expect(await Email.countDocuments()).to.equal(0)
      mood = 'reads'
      expect(await deliver(`${FROM}\r\nHello`)).to.equal(250)
    })
  }

  for (const reason of ['crash', 'busy'] as const) {
    it(`is deferred when the thread has failed and not the mail: ${reason}`, async () => {
      mood = reason
      expect(await deliver(`${FROM}\r\nHello`)).to.equal(451)
      expect(await fromSes()).to.equal(503)
      mood = 'reads'
      expect(await deliver(`${FROM}\r\nHello`)).to.equal(250)
    })
  }

  it('does not delay mail of others, however much of it one sender sends', async () => {
    const begun: string[] = []
    let end: (reading: Reading) => void = () => undefined
    const stuck = new Promise<Reading>((resolve) => (end = resolve))
    const halting: ReadingThreads = {
      perform(key) {
        begun.push(key)
        return key === 'smtp:slow' ? stuck : Promise.resolve({ message: null, report: null })
      },
    }
    const intake = mailReceiverOf(config, memory, halting)
    const mail = (queueKey: string) => ({
      queueKey,
      recipients: [TO],
      sender: '',
      verdictsOn: () => Promise.reject(new Error('of no message')),
      sizeBytes: 5,
      load: async () => Buffer.from('Hello'),
    })
    const slow = Array.from({ length: 20 }, () => intake.receive(mail('smtp:slow')))
    await eventuallyEquals(() => begun.join(), 'smtp:slow')
    await intake.receive(mail('smtp:other'))
    await intake.receive(mail('ses:else.example'))
    expect(begun).to.have.members(['smtp:slow', 'smtp:other', 'ses:else.example'])
    end({ message: null, report: null })
    await Promise.all(slow)
  })
})
