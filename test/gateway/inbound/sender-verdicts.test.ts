import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { allowDomain } from '../../../commands/sending/domains/allow-domain.js'
import { mailReceiverOf } from '../../../gateway/inbound/mail-receiver.js'
import { startSmtpReceiver, type SmtpReceiver } from '../../../gateway/inbound/smtp-receiver.js'
import { memoryBudgetOf } from '../../../gateway/memory/byte-budget.js'
import { Event } from '../../../models/event.js'
import { Execution } from '../../../models/execution.js'
import { createLogger } from '../../../runtime/logger.js'
import { only } from '../../support/conditions.js'
import { testConfig } from '../../support/config.js'
import { useDnsServer } from '../../support/dns-server.js'
import { createContact, createProject, createWorkflow } from '../../support/factories.js'
import { useGateway } from '../../support/gateway.js'
import { makeStep } from '../../support/graphs.js'
import { dispatchEvents } from '../../support/outbox.js'
import { MailPeer } from '../../support/mail-peer.js'

const log = createLogger('test', { level: 'silent', pretty: false })
const VICTIM = 'ceo@bank.example'

describe('mail whose sender is forged or authenticated', () => {
  const gateway = useGateway({}, { isEmptied: 'before each' })
  const dns = useDnsServer()
  let folder: string
  let receiver: SmtpReceiver

  beforeEach(async () => {
    dns.setText('bank.example', 'v=spf1 ip4:127.0.0.9 -all')
    dns.setText('_dmarc.bank.example', 'v=DMARC1; p=reject')
    folder = mkdtempSync(join(tmpdir(), 'inbound-'))
    const config = testConfig({ INBOUND_SPOOL_DIR: join(folder, 'inbound'), DNS_SERVERS: dns.servers })
    const memory = memoryBudgetOf(config)
    receiver = await startSmtpReceiver(config, { mail: mailReceiverOf(config, memory), memory, log })
  })
  afterEach(async () => {
    await receiver.close()
    rmSync(folder, { recursive: true })
  })

  const deliver = async (address: string, to: string, subject: string): Promise<void> => {
    const peer = new MailPeer(receiver, address)
    expect(await peer.begin(to, VICTIM)).to.match(/^354 /)
    peer.send(`From: ${VICTIM}\r\nSubject: ${subject}\r\n\r\nHello\r\n.\r\n`)
    expect(await peer.reply()).to.match(/^250 /)
    peer.leave()
  }
  const scene = async () => {
    const project = await createProject()
    const to = `help@${project.id}.example`
    await allowDomain({ projectId: project.id, domain: `${project.id}.example` })
    await createContact({ projectId: project.id, email: VICTIM })
    return { ...project, to }
  }

  it('has the verdicts in its event and in the email', async () => {
    const { id: projectId, to, secretKey } = await scene()
    await deliver('127.0.0.9', to, 'proved')
    await deliver('127.0.0.1', to, 'forged')
    const events = await Event.find({ projectId, name: 'email.received' }).sort({ 'data.subject': -1 }).lean()
    expect(
      events.map(({ data }) => [data['subject'], data['spfVerdict'], data['dkimVerdict'], data['dmarcVerdict']]),
    ).to.deep.equal([
      ['proved', 'PASS', 'GRAY', 'PASS'],
      ['forged', 'FAIL', 'GRAY', 'FAIL'],
    ])
    const { body } = await gateway.as(secretKey).get(`/emails/${events[1]?.emailId}`)
    expect(body.received.verdicts).to.deep.equal({
      spam: 'UNKNOWN',
      virus: 'UNKNOWN',
      spf: 'FAIL',
      dkim: 'GRAY',
      dmarc: 'FAIL',
    })
  })

  it('starts a workflow that requires an authenticated sender only when it is authenticated', async () => {
    const { id: projectId, to } = await scene()
    const filter = only({ field: 'event.data.dmarcVerdict', operator: 'equals', value: 'PASS' })
    const triggerConfig = { eventName: 'email.received', filter }
    const steps = [makeStep('DELAY', { config: { amount: 1, unit: 'days' } })]
    await createWorkflow({ projectId, steps, triggerConfig, allowReentry: true })
    const started = async (): Promise<number> => {
      const events = await Event.find({ projectId, name: 'email.received' }).lean()
      await dispatchEvents(events.map(({ _id }) => _id))
      return Execution.countDocuments({ projectId })
    }
    await deliver('127.0.0.1', to, 'forged')
    dns.setMood('fails')
    await deliver('127.0.0.9', to, 'not known')
    dns.setMood('answers')
    expect(await started()).to.equal(0)
    await deliver('127.0.0.9', to, 'proved')
    expect(await started()).to.equal(1)
  })
})
