import { expect } from 'chai'
import { startSmtpReceiver, type SmtpReceiver } from '../../../gateway/inbound/smtp-receiver.js'
import { mailReceiverOf, type MailReceiver } from '../../../gateway/inbound/mail-receiver.js'
import { memoryBudgetOf } from '../../../gateway/memory/byte-budget.js'
import { createBounceAddresses } from '../../../mail/links/bounce-addresses.js'
import { allowDomain } from '../../../commands/sending/domains/allow-domain.js'
import { Contact, Email, Event, Suppression } from '../../support/models.js'
import { createLogger } from '../../../runtime/logger.js'
import { ENCRYPTION_KEYS, testConfig } from '../../support/config.js'
import { useDnsServer } from '../../support/dns-server.js'
import { createContact, createEmail, createProject } from '../../support/factories.js'
import { useGateway } from '../../support/gateway.js'
import { deliverBySmtp } from '../../support/mail-peer.js'

const log = createLogger('test', { level: 'silent', pretty: false })
const BOUNCES = 'bounces.example.net'

describe('mail that comes by SMTP', () => {
  const gateway = useGateway({}, { isEmptied: 'before each' })
  const dns = useDnsServer()
  const config = testConfig({ BOUNCE_DOMAIN: BOUNCES, INBOUND_MAX_MESSAGE_MB: 1, DNS_SERVERS: dns.servers })
  const addresses = createBounceAddresses(BOUNCES, ENCRYPTION_KEYS)
  const memory = memoryBudgetOf(config)
  const start = (mail: MailReceiver) => startSmtpReceiver(config, { mail, memory, log })
  let receiver: SmtpReceiver

  beforeEach(async () => {
    receiver = await start(mailReceiverOf(config, memory))
  })
  afterEach(() => receiver.close())

  const owner = async (domain: string) => {
    const project = await createProject()
    await allowDomain({ projectId: project.id, domain })
    return project
  }
  const deliver = (to: string[], raw: string | Buffer, from?: string) => deliverBySmtp(receiver, { to, raw, from })
  const message = (headers: Record<string, string> = {}, body = 'Hello there') =>
    [
      ...Object.entries({
        From: 'Ada Lovelace <Ada@Sender.example>',
        To: 'help@shop.example',
        Subject: 'A question',
        'Message-ID': '<q1@sender.example>',
        'Content-Type': 'text/plain; charset=utf-8',
        ...headers,
      }).map(([name, value]) => `${name}: ${value}`),
      '',
      body,
      '',
    ].join('\r\n')

  it('is stored once for each project that owns a recipient, however often it comes', async () => {
    const [one, two] = [await owner('shop.example'), await owner('shop.example')]
    const other = await owner('other.example')
    const to = ['help@shop.example', 'Sales@Shop.example', 'hi@other.example']
    for (let time = 0; time < 3; time += 1) expect(await deliver(to, message())).to.equal(null)
    await Promise.all(Array.from({ length: 3 }, () => deliver(to, message())))
    for (const project of [one, two, other]) {
      const emails = await Email.find({ projectId: project.id }).lean()
      expect(emails).to.have.lengthOf(1)
      const contact = await Contact.findOne({ projectId: project.id }).orFail().lean()
      expect(emails[0]).to.deep.include({
        sourceType: 'INBOUND',
        status: 'RECEIVED',
        subject: 'A question',
        from: 'ada@sender.example',
        fromName: 'Ada Lovelace',
        to: project === other ? 'hi@other.example' : 'help@shop.example',
        messageId: 'q1@sender.example',
        contactId: contact._id,
      })
      expect(contact).to.include({ email: 'ada@sender.example', subscribed: false })
      const events = await Event.find({ projectId: project.id, name: 'email.received' }).lean()
      expect(events).to.have.lengthOf(1)
      const recipients = project === other ? ['hi@other.example'] : ['help@shop.example', 'sales@shop.example']
      expect(events[0]?.data).to.deep.include({ recipients, hasContent: true, spfVerdict: 'GRAY' })
    }
    // The outbox entry of the event is relayed.
    expect(gateway.entriesOf('event')).to.have.lengthOf(3)
  })

  it('is shown with its sanitised body and its files', async () => {
    const project = await owner('shop.example')
    const boundary = 'limit'
    const raw = message(
      { 'Content-Type': `multipart/mixed; boundary=${boundary}` },
      [
        `--${boundary}`,
        'Content-Type: text/html; charset=utf-8',
        '',
        '<p onclick="steal()">Hi</p><script>alert(1)</script><img src="https://spy.example/p.gif">',
        `--${boundary}`,
        'Content-Type: application/pdf',
        'Content-Disposition: attachment; filename="../../etc/passwd.pdf"',
        'Content-Transfer-Encoding: base64',
        '',
        Buffer.from('%PDF-1.4').toString('base64'),
        `--${boundary}--`,
      ].join('\r\n'),
    )
    expect(await deliver(['help@shop.example'], raw)).to.equal(null)
    const client = gateway.as(project.secretKey)
    const { body: list } = await client.get('/emails?status=RECEIVED')
    expect(list.data).to.have.lengthOf(1)
    const { body } = await client.get(`/emails/${list.data[0].id}`)
    expect(body.received.html)
      .to.include('<p>Hi</p>')
      .and.not.match(/script|onclick|spy\.example/)
    expect(body.received.attachments).to.have.lengthOf(1)
    expect(body.received.attachments[0]).to.deep.include({ contentType: 'application/pdf', size: 8 })
    expect(body.received.attachments[0].filename).to.not.include('/')
    expect(body.timeline.map(({ type }: { type: string }) => type)).to.include('email.received')
  })

  it('that a machine sent starts nothing, because two machines would answer each other endlessly', async () => {
    const project = await owner('shop.example')
    expect(await deliver(['help@shop.example'], message({ 'Auto-Submitted': 'auto-replied' }))).to.equal(null)
    expect(await deliver(['help@shop.example'], message({ 'Message-ID': '<away@sender.example>' }), '')).to.equal(null)
    expect(await Event.countDocuments({ projectId: project.id, name: 'email.received' })).to.equal(2)
    expect(gateway.entriesOf('event')).to.deep.equal([])
  })

  it('is refused for a domain without an owner, and for an unknown address of the bounce domain', async () => {
    await owner('shop.example')
    for (const to of [
      'help@nobody.example',
      `postmaster@${BOUNCES}`,
      `b-${'0'.repeat(32)}-${'0'.repeat(20)}@${BOUNCES}`,
    ]) {
      expect((await deliver([to], message()))?.responseCode, to).to.equal(550)
    }
    expect(await Email.countDocuments()).to.equal(0)
  })

  it('is deferred while it cannot be stored, and the server stops on request', async () => {
    await receiver.close()
    const away = (): Promise<never> => Promise.reject(new Error('MongoDB is away'))
    receiver = await start({ judge: away, admit: away, receive: away, receiveFromSes: away })
    expect((await deliver(['help@shop.example'], message()))?.responseCode).to.equal(451)
    await receiver.close()
    receiver = await start({
      judge: async () => 'wanted',
      admit: async () => true,
      receive: away,
      receiveFromSes: away,
    })
    expect((await deliver(['help@shop.example'], message()))?.responseCode).to.equal(451)
  })

  it('is refused when it is too large', async () => {
    await owner('shop.example')
    const refusal = await deliver(['help@shop.example'], message({}, 'x'.repeat(70).concat('\r\n').repeat(20_000)))
    expect(refusal?.responseCode).to.equal(552)
    expect(await Email.countDocuments()).to.equal(0)
  })

  const report = (kind: string, ...fields: string[]) =>
    [
      'From: MAILER-DAEMON@mx.example',
      'Subject: Undelivered Mail Returned to Sender',
      'Auto-Submitted: auto-replied',
      `Content-Type: multipart/report; report-type=${kind}; boundary=b`,
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'It could not be delivered.',
      '--b',
      `Content-Type: message/${kind}`,
      '',
      ...fields,
      '--b--',
      '',
    ].join('\r\n')
  const bounce = (action: string, status: string) =>
    report(
      'delivery-status',
      'Reporting-MTA: dns; mx.example',
      '',
      'Final-Recipient: rfc822; ada@example.com',
      `Action: ${action}`,
      `Status: ${status}`,
      `Diagnostic-Code: smtp; ${status.startsWith('4') ? 450 : 550} ${status} refused`,
    )
  const sentEmail = async () => {
    const { id: projectId } = await createProject()
    const contact = await createContact({ projectId })
    const about = { projectId, contactId: contact._id, to: contact.email }
    return { email: await createEmail({ ...about, status: 'SENT', sentAt: new Date() }), contact, projectId }
  }

  it('that reports a bounce is applied to the email of its address, once', async () => {
    const { email, contact, projectId } = await sentEmail()
    const to = [addresses.addressOf(email._id)]
    for (let time = 0; time < 3; time += 1) expect(await deliver(to, bounce('failed', '5.1.1'), '')).to.equal(null)
    expect((await Email.findById(email._id).orFail().lean()).status).to.equal('BOUNCED')
    expect(await Suppression.find({ projectId }).lean()).to.have.lengthOf(1)
    expect((await Contact.findById(contact._id).orFail().lean()).subscribed).to.equal(false)
    const events = await Event.find({ emailId: email._id, name: 'email.bounce' }).lean()
    expect(events).to.have.lengthOf(1)
    expect(events[0]?.data).to.include({ bounceType: 'Permanent' })
    // A report does not count as mail of a project.
    expect(await Email.countDocuments({ sourceType: 'INBOUND' })).to.equal(0)
  })

  const LESS: [action: string, status: string, event: string | null][] = [
    ['delayed', '4.4.1', 'email.delay'],
    ['failed', '4.2.2', 'email.bounce'],
    ['failed', '5.7.1', 'email.bounce'],
    ['relayed', '2.0.0', null],
  ]
  for (const [action, status, event] of LESS) {
    it(`that reports ${action} with ${status} suppresses no address`, async () => {
      const { email, projectId } = await sentEmail()
      expect(await deliver([addresses.addressOf(email._id)], bounce(action, status), '')).to.equal(null)
      const names = (await Event.find({ emailId: email._id }).lean()).map(({ name }) => name)
      expect(names).to.deep.equal(event === null ? [] : [event])
      expect(await Suppression.countDocuments({ projectId })).to.equal(0)
      expect((await Email.findById(email._id).orFail().lean()).status).to.equal('SENT')
    })
  }

  it('that reports a full mailbox five times in a row pauses the address, and a permanent bounce suppresses it', async () => {
    const project = await createProject()
    const contact = await createContact({ projectId: project.id })
    const about = { projectId: project.id, contactId: contact._id, to: contact.email, status: 'SENT' as const }
    const client = gateway.as(project.secretKey)
    const listed = async () => (await client.get('/suppressions')).body.data
    for (let time = 1; time <= 5; time += 1) {
      expect(await listed()).to.deep.equal([])
      const email = await createEmail({ ...about, sentAt: new Date() })
      for (let again = 0; again < 2; again += 1) {
        expect(await deliver([addresses.addressOf(email._id)], bounce('failed', '4.2.2'), '')).to.equal(null)
      }
      expect((await Email.findById(email._id).orFail().lean()).status).to.equal('SENT')
    }
    expect((await listed())[0]).to.include({ email: contact.email, reason: 'SOFT_BOUNCES' })
    const last = await createEmail({ ...about, sentAt: new Date() })
    // A scanner has wrapped the report.
    const wrapped = bounce('failed', '5.1.1').replace(
      'multipart/report; report-type=delivery-status',
      'multipart/mixed',
    )
    expect(await deliver([addresses.addressOf(last._id)], wrapped, '')).to.equal(null)
    const [suppression, ...others] = await listed()
    expect(others).to.deep.equal([])
    expect(suppression).to.include({ reason: 'BOUNCE' }).and.not.have.property('expiresAt')
  })

  it('that a machine answers to a bounce address is accepted and dropped', async () => {
    const { email } = await sentEmail()
    const away = message({ 'Auto-Submitted': 'auto-replied', Subject: 'Out of office' })
    expect(await deliver([addresses.addressOf(email._id)], away, '')).to.equal(null)
    expect(await Event.countDocuments({ emailId: email._id })).to.equal(0)
    expect(await Email.countDocuments({ sourceType: 'INBOUND' })).to.equal(0)
  })

  it('that reports a complaint unsubscribes and suppresses', async () => {
    const { email, projectId } = await sentEmail()
    const raw = report('feedback-report', 'Feedback-Type: abuse', 'User-Agent: Mailbox/1.0', 'Version: 1')
    expect(await deliver([addresses.addressOf(email._id)], raw, 'feedback@mailbox.example')).to.equal(null)
    expect((await Email.findById(email._id).orFail().lean()).status).to.equal('COMPLAINED')
    expect(await Suppression.findOne({ projectId }).lean()).to.include({ reason: 'COMPLAINT' })
  })
})
