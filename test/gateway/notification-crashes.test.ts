import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { findFreePort } from '../../embedded/ports.js'
import { Campaign, Contact, Email, Event, Suppression } from '../support/models.js'
import type { CampaignRecord } from '../../models/campaign.js'
import type { EmailRecord } from '../../models/email.js'
import { recountCampaigns } from '../../commands/sending/campaigns/recount-campaigns.js'
import { mapConcurrent } from '../../runtime/concurrency/map-concurrent.js'
import { newId } from '../../runtime/ids.js'
import { notificationOf } from '../commands/sending/emails/notifications.js'
import { useDatabase } from '../support/database.js'
import { createCampaign, createContact, createEmail, createProject } from '../support/factories.js'
import { useGatewayProcesses } from '../support/gateway-process.js'
import { mongodbServer } from '../support/servers.js'
import { TOPIC_ARN, useSns } from '../support/sns.js'

// `NOTIFICATIONS=10000` is the full test; the default ends in time on a slow machine.
const NOTIFICATIONS = Number(process.env['NOTIFICATIONS'] ?? 200)
const CONCURRENCY = 40
const RETRY_MS = 50
const AT = new Date(Date.now() - 60_000)

/** The facts about one email in ten; every email is sent and delivered before. */
const FATES: object[][] = [
  [{ eventType: 'Bounce', bounce: { bounceType: 'Permanent', bounceSubType: 'General' } }],
  [{ eventType: 'Complaint', complaint: { complaintFeedbackType: 'abuse' } }],
  [{ eventType: 'Bounce', bounce: { bounceType: 'Transient', bounceSubType: 'MailboxFull' } }],
  [{ eventType: 'DeliveryDelay', deliveryDelay: { delayType: 'MailboxFull' } }],
  ...Array.from({ length: 6 }, () => [
    { eventType: 'Open', open: { userAgent: 'Mozilla/5.0 (Macintosh) Safari/605' } },
    { eventType: 'Click', click: { userAgent: 'Mozilla/5.0 (X11) Firefox/125', link: 'https://example.com/' } },
  ]),
]
const A_TENTH = FATES.flat().length / FATES.length + 2

describe('notifications of a campaign in any order, while the gateway is killed', () => {
  useDatabase({ isEmptied: 'before each' })
  const start = useGatewayProcesses()
  const sns = useSns()

  it('are counted once each, with each event stored once', async function () {
    this.timeout(600_000)
    const { id: projectId } = await createProject()
    const campaign = await createCampaign({ projectId, status: 'SENT' })
    const emails = await createEmails(campaign, Math.ceil(NOTIFICATIONS / A_TENTH / FATES.length) * FATES.length)
    const messages = shuffled(withRepeats(emails.flatMap((email, index) => notificationsOf(email, index))))

    const settings = {
      MONGODB_URI: (await mongodbServer()).info.mongodb,
      SNS_TOPIC_ARNS: TOPIC_ARN,
      SNS_TRUSTED_ORIGINS: sns.origin,
      LOG_LEVEL: 'info',
      GATEWAY_PORT: String(await findFreePort([])),
    }
    const gateway = await start(settings)
    const { port } = gateway
    let done = 0
    let isKilled = false
    const killWhenDue = async (): Promise<void> => {
      if (done < messages.length / 2 || isKilled) return
      isKilled = true
      gateway.child.kill('SIGKILL')
      await gateway.exited
      await start(settings)
    }
    await mapConcurrent(messages, CONCURRENCY, async (body) => {
      // SNS repeats a notification until the answer is 200.
      while ((await post(port, body)) !== 200) await pause(RETRY_MS)
      done += 1
      await killWhenDue()
    })

    expect(isKilled).to.equal(true)
    const tenth = emails.length / FATES.length
    expect(await Campaign.findById(campaign._id).orFail().lean()).to.include({
      sentCount: emails.length,
      deliveredCount: emails.length,
      bouncedCount: tenth,
      complainedCount: tenth,
      openedCount: 6 * tenth,
      clickedCount: 6 * tenth,
    })
    for await (const { differences } of recountCampaigns(projectId)) expect(differences).to.deep.equal([])
    const events = await Event.aggregate<{ _id: string; count: number; emails: string[] }>([
      { $match: { projectId, emailId: { $ne: null } } },
      { $group: { _id: '$name', count: { $sum: 1 }, emails: { $addToSet: '$emailId' } } },
    ])
    const byName = Object.fromEntries(events.map(({ _id, count, emails: of }) => [_id, [count, of.length]]))
    const each = (count: number) => [count, count]
    expect(byName).to.deep.include({
      'email.sent': each(emails.length),
      'email.delivery': each(emails.length),
      'email.bounce': each(2 * tenth),
      'email.complaint': each(tenth),
      'email.delay': each(tenth),
      'email.open': each(6 * tenth),
      'email.click': each(6 * tenth),
    })
    expect(await Suppression.countDocuments({ projectId })).to.equal(2 * tenth)
    expect(await Contact.countDocuments({ projectId, subscribed: false })).to.equal(2 * tenth)
  })

  async function createEmails({ projectId, _id: campaignId }: CampaignRecord, count: number): Promise<EmailRecord[]> {
    const contact = await createContact({ projectId })
    const email = await createEmail({ projectId, contactId: contact._id, campaignId, sourceType: 'CAMPAIGN' })
    const contacts = Array.from({ length: count }, (_, n) => ({ ...contact, _id: newId(), email: `n${n}@example.com` }))
    await Contact.collection.insertMany(contacts as never[])
    const emails = contacts.map(({ _id: contactId, email: to }) => ({ ...email, _id: newId(), contactId, to }))
    await Email.collection.insertMany(emails as never[])
    await Promise.all([Contact.deleteOne({ _id: contact._id }), Email.deleteOne({ _id: email._id })])
    return emails
  }

  /** The notifications of SNS about an email. */
  function notificationsOf(email: EmailRecord, index: number): string[] {
    const timestamp = AT.toISOString()
    const told = [
      { eventType: 'Send', send: {} },
      { eventType: 'Delivery', delivery: { timestamp } },
    ]
    return [...told, ...(FATES[index % FATES.length] ?? [])].map((event) =>
      JSON.stringify(sns.message({ Message: notificationOf(email, event, { at: AT }) })),
    )
  }
})

async function post(port: number, body: string): Promise<number> {
  try {
    const url = `http://127.0.0.1:${port}/webhooks/email-infra`
    const response = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'text/plain' } })
    await response.arrayBuffer()
    return response.status
  } catch {
    return 0
  }
}

function withRepeats(messages: string[]): string[] {
  return [...messages, ...messages.filter((_, index) => index % 5 === 0)]
}

/** Shuffles in an order that is the same in every run. */
function shuffled<T>(all: T[]): T[] {
  let seed = 20_261_124
  const keyed = all.map((each) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return [seed, each] as const
  })
  return keyed.toSorted(([a], [b]) => a - b).map(([, each]) => each)
}
