import { expect } from 'chai'
import { setSubscription } from '../../../support/subscriptions.js'
import { Contact, Email, Event, Suppression } from '../../../support/models.js'
import { NotificationTimes } from '../../../../models/notification-times.js'
import { newId } from '../../../../runtime/ids.js'
import { useDatabase } from '../../../support/database.js'
import { createContact, createEmail, createProject } from '../../../support/factories.js'
import { applyMessages, notificationOf } from './notifications.js'

const AT = '2026-03-02T09:00:00.000Z'

/** An event of SES, and the expected state of an email that was sent, of its contact and of its events. */
type Row = [
  what: string,
  event: Record<string, unknown> & { type: string },
  then: { status: string; error?: string; events: string[]; isSuppressed?: true },
]

const bounce = (bounceType: string, bounceSubType: string) => ({
  type: 'Bounce',
  bounce: {
    bounceType,
    bounceSubType,
    bouncedRecipients: [{ emailAddress: 'ada@example.com', action: 'failed', status: '5.1.1' }],
    timestamp: AT,
    feedbackId: '0102017f-feedback',
    reportingMTA: 'dsn; a8-50.smtp-out.amazonses.com',
  },
})

const ROWS: Row[] = [
  ['Send', { type: 'Send', send: {} }, { status: 'SENT', events: [] }],
  [
    'Delivery',
    { type: 'Delivery', delivery: { timestamp: AT, recipients: ['ada@example.com'], smtpResponse: '250 ok' } },
    { status: 'DELIVERED', events: ['email.delivery'] },
  ],
  [
    'Open',
    { type: 'Open', open: { timestamp: AT, ipAddress: '192.0.2.1', userAgent: 'Mozilla/5.0 (Macintosh) Safari/605' } },
    { status: 'OPENED', events: ['email.open'] },
  ],
  [
    'Click',
    {
      type: 'Click',
      click: { timestamp: AT, link: 'https://example.com/', userAgent: 'Mozilla/5.0 (X11) Firefox/125' },
    },
    { status: 'CLICKED', events: ['email.click'] },
  ],
  [
    'Bounce that is permanent',
    bounce('Permanent', 'NoEmail'),
    { status: 'BOUNCED', events: ['email.bounce'], isSuppressed: true },
  ],
  ['Bounce that is transient', bounce('Transient', 'MailboxFull'), { status: 'SENT', events: ['email.bounce'] }],
  ['Bounce that is undetermined', bounce('Undetermined', 'Undetermined'), { status: 'SENT', events: ['email.bounce'] }],
  [
    'Complaint',
    { type: 'Complaint', complaint: { timestamp: AT, complaintFeedbackType: 'abuse', feedbackId: 'f' } },
    { status: 'COMPLAINED', events: ['email.complaint'], isSuppressed: true },
  ],
  [
    'Reject',
    { type: 'Reject', reject: { reason: 'Bad content' } },
    { status: 'FAILED', error: 'rejected', events: ['email.failed'] },
  ],
  [
    'Rendering Failure',
    { type: 'Rendering Failure', failure: { templateName: 'T', errorMessage: 'Attribute is not present' } },
    { status: 'FAILED', error: 'rendering_failed', events: ['email.failed'] },
  ],
  [
    'DeliveryDelay',
    { type: 'DeliveryDelay', deliveryDelay: { timestamp: AT, delayType: 'MailboxFull', delayedRecipients: [] } },
    { status: 'SENT', events: ['email.delay'] },
  ],
  [
    'Subscription',
    {
      type: 'Subscription',
      subscription: { timestamp: AT, source: 'UnsubscribeHeader', newTopicPreferences: { unsubscribeAll: true } },
    },
    { status: 'SENT', events: [] },
  ],
]

describe('an event of SES', () => {
  useDatabase({ isEmptied: 'before each' })

  const sent = async (status: 'SENT' | 'PENDING' = 'SENT') => {
    const { id: projectId } = await createProject()
    const contact = await createContact({ projectId })
    const about = { projectId, contactId: contact._id, to: contact.email }
    const email = await createEmail({ ...about, status, sentAt: status === 'SENT' ? new Date() : null })
    return { contact, email, projectId }
  }

  for (const [index, [what, { type, ...detail }, then]] of ROWS.entries()) {
    // Event publishing and the notifications of an identity name the type differently.
    const shape = index % 2 === 0 ? 'eventType' : 'notificationType'
    it(`is read as ${shape} ${what}, and has its whole effect once however often it comes`, async () => {
      const { contact, email, projectId } = await sent()
      const notification = { id: newId(), message: notificationOf(email, { [shape]: type, ...detail }) }
      for (let time = 0; time < 3; time += 1) {
        expect((await applyMessages([notification])).failures.size).to.equal(0)
      }
      const { status, error } = await Email.findById(email._id).orFail().lean()
      expect({ status, error }).to.deep.equal({ status: then.status, error: then.error ?? null })
      const events = await Event.find({ emailId: email._id }).lean()
      const ofEmail = events.map(({ name }) => name).filter((name) => name.startsWith('email.'))
      expect(ofEmail).to.deep.equal(then.events)
      const isSuppressed = then.isSuppressed ?? false
      expect(await Suppression.countDocuments({ projectId })).to.equal(isSuppressed ? 1 : 0)
      const { subscribed } = await Contact.findById(contact._id).orFail().lean()
      expect(subscribed).to.equal(!isSuppressed && type !== 'Subscription')
    })
  }

  const reports: Record<string, object> = {
    Bounce: bounce('Transient', 'MailboxFull'),
    'Bounce without an id': {
      type: 'Bounce',
      bounce: { ...bounce('Transient', 'General').bounce, feedbackId: undefined },
    },
    Complaint: { type: 'Complaint', complaint: { timestamp: AT, feedbackId: 'f', complainedRecipients: [] } },
    DeliveryDelay: { type: 'DeliveryDelay', deliveryDelay: { timestamp: AT, delayType: 'MailboxFull' } },
    Reject: { type: 'Reject', reject: { reason: 'Bad content' } },
  }

  for (const [what, report] of Object.entries(reports)) {
    it(`is one event of a ${what} that SES reports in two ways and by two topics, together and apart`, async () => {
      const { type, ...detail } = report as { type: string }
      const told = (email: { _id: string; projectId: string }) =>
        ['eventType', 'notificationType', 'eventType'].map((shape) => ({
          id: newId(),
          message: notificationOf(email, { [shape]: type, ...detail }),
        }))
      const [{ email: together }, { email: apart }] = [await sent(), await sent()]
      expect((await applyMessages(told(together))).failures.size).to.equal(0)
      for (const one of told(apart).toReversed()) await applyMessages([one])
      await applyMessages(told(together))
      for (const { _id: emailId } of [together, apart]) {
        expect(await Event.countDocuments({ emailId, name: /^email\./ })).to.equal(1)
      }
    })
  }

  it('unsubscribes once, although the contact subscribes again before SES reports it the second time', async () => {
    const { email, contact, projectId } = await sent()
    const subscription = { timestamp: AT, newTopicPreferences: { unsubscribeAll: true } }
    const tell = (at: string) => {
      const event = { eventType: 'Subscription', subscription: { ...subscription, timestamp: at } }
      return applyMessages([{ id: newId(), message: notificationOf(email, event) }])
    }
    const isSubscribed = async () => (await Contact.findById(contact._id).orFail().lean()).subscribed
    await tell(AT)
    expect(await isSubscribed()).to.equal(false)
    await setSubscription({ projectId, contactId: contact._id }, { subscribed: true, source: 'api' })
    await tell(AT)
    expect(await isSubscribed()).to.equal(true)
    await tell('2026-03-02T10:00:00.000Z')
    expect(await isSubscribed()).to.equal(false)
  })

  it('is a bounce of its own when its id, or without one its time or recipient, differs', async () => {
    const { email } = await sent()
    const { bounce: first } = bounce('Transient', 'General')
    const others = [
      { feedbackId: 'another' },
      { feedbackId: undefined },
      { feedbackId: undefined, timestamp: '2026-03-02T09:00:00.001Z' },
      { feedbackId: undefined, bouncedRecipients: [{ emailAddress: 'bea@example.com' }] },
    ]
    const bounces = [first, ...others.map((other) => ({ ...first, ...other }))]
    await applyMessages(
      bounces.map((each) => ({ id: newId(), message: notificationOf(email, { eventType: 'Bounce', bounce: each }) })),
    )
    expect(await Event.countDocuments({ emailId: email._id, name: 'email.bounce' })).to.equal(bounces.length)
  })

  it('about a rejection counts in any order with the acceptance of the same message', async () => {
    const told = (email: { _id: string; projectId: string }, type: string) => ({
      id: newId(),
      message: notificationOf(email, { eventType: type, send: {}, reject: { reason: 'Bad content' } }),
    })
    for (const order of [
      ['Send', 'Reject'],
      ['Reject', 'Send'],
    ]) {
      const { email } = await sent('PENDING')
      for (const type of order) await applyMessages([told(email, type)])
      const stored = await Email.findById(email._id).orFail().lean()
      expect(stored, order.join()).to.include({ status: 'FAILED', error: 'rejected', sentAt: null })
    }
  })

  it('proves by Send and Delivery alone that events arrive, and not by a time in the future', async () => {
    const { email } = await sent()
    const tell = async (eventType: string, at: Date): Promise<void> => {
      const detail = { [eventType.toLowerCase()]: { timestamp: AT, bounceType: 'Transient', bounceSubType: 'General' } }
      await applyMessages([{ id: newId(), message: notificationOf(email, { eventType, ...detail }, { at }) }])
    }
    await tell('Bounce', new Date())
    await tell('Open', new Date())
    await tell('Delivery', new Date(Date.now() + 3_600_000))
    expect(await NotificationTimes.findOne({ latestSentAt: { $ne: null } }).lean()).to.equal(null)
  })
})
