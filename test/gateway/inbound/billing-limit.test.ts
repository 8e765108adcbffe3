import { expect } from 'chai'
import { dayIn } from '../../../commands/base/counters/day-in.js'
import { allowDomain } from '../../../commands/sending/domains/allow-domain.js'
import { mailReceiverOf } from '../../../gateway/inbound/mail-receiver.js'
import { memoryBudgetOf } from '../../../gateway/memory/byte-budget.js'
import { startSmtpReceiver, type SmtpReceiver } from '../../../gateway/inbound/smtp-receiver.js'
import { Email } from '../../../models/email.js'
import { monthOf } from '../../../models/domain/billing.js'
import { Project } from '../../../models/project.js'
import { createLogger } from '../../../runtime/logger.js'
import { testConfig } from '../../support/config.js'
import { useDatabase } from '../../support/database.js'
import { useDnsServer } from '../../support/dns-server.js'
import { createProject } from '../../support/factories.js'
import { deliverBySmtp } from '../../support/mail-peer.js'
import { countEmails } from '../routes/billing/scene.js'

const log = createLogger('test', { level: 'silent', pretty: false })
const RAW = 'From: ada@sender.example\r\nSubject: Hi\r\nMessage-ID: <1@sender.example>\r\n\r\nHello\r\n'

describe('received mail of a project that has used up its limit', () => {
  useDatabase()
  const intake = mailReceiverOf(testConfig({ STRIPE_SECRET_KEY: 'sk_test' }), memoryBudgetOf(testConfig()))
  const dns = useDnsServer()
  let receiver: SmtpReceiver

  before(async () => {
    const config = testConfig({ DNS_SERVERS: dns.servers })
    receiver = await startSmtpReceiver(config, { mail: intake, memory: memoryBudgetOf(config), log })
  })
  after(() => receiver.close())

  const limited = async (received: number) => {
    const { id: projectId } = await createProject()
    const domain = `${projectId}.example`
    await allowDomain({ projectId, domain })
    await Project.updateOne({ _id: projectId }, { $set: { 'billing.limits.inbound': 5 } })
    // The next month may begin at any moment.
    const now = new Date()
    for (const at of [now, monthOf(now).end]) await countEmails(projectId, { received }, dayIn('UTC', at))
    return { projectId, to: `help@${domain}` }
  }
  const deliver = async (...to: string[]) => (await deliverBySmtp(receiver, { to, raw: RAW }))?.responseCode

  it('is answered 452 by SMTP, so that the other server retries, and accepted once the limit is raised', async () => {
    const { projectId, to } = await limited(5)
    expect(await deliver(to)).to.equal(452)
    expect(await Email.countDocuments({ projectId })).to.equal(0)
    await Project.updateOne({ _id: projectId }, { $set: { 'billing.limits.inbound': 6 } })
    expect(await deliver(to)).to.equal(undefined)
    expect(await Email.countDocuments({ projectId })).to.equal(1)
  })

  it('is deferred only for this recipient', async () => {
    const [full, other] = [await limited(5), await limited(4)]
    expect(await deliver(full.to, other.to)).to.equal(452)
    expect(await Email.countDocuments({ projectId: other.projectId })).to.equal(1)
    expect(await Email.countDocuments({ projectId: full.projectId })).to.equal(0)
  })

  it('is stored if SES received it, because it would not be delivered again', async () => {
    const { projectId, to } = await limited(5)
    const receipt = { recipients: [to], action: { type: 'SNS', encoding: 'UTF8' } }
    const mail = { messageId: projectId, source: 'ada@sender.example' }
    const notification = { notificationType: 'Received', mail, receipt, content: RAW }
    expect(await intake.receiveFromSes(JSON.stringify(notification))).to.include({ stored: 1 })
    expect(await Email.countDocuments({ projectId })).to.equal(1)
  })
})
