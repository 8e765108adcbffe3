import type { SentMail } from '../mail/sent-mail.js'

/** How a message ends at one of its recipients. */
type Outcome = 'delivered' | 'bounced' | 'complained' | 'autoReplied' | 'suppressed'

const SIMULATOR = /^(success|bounce|complaint|ooto|suppressionlist)(\+[^@]*)?@simulator\.amazonses\.com$/i

const SIMULATED: Record<string, Outcome> = {
  success: 'delivered',
  bounce: 'bounced',
  complaint: 'complained',
  ooto: 'autoReplied',
  suppressionlist: 'suppressed',
}

const REPORTING_MTA = 'a8-50.smtp-out.amazonses.com'

/** An event as SES event publishing documents it; the detail is under the type's own name. */
export type SesEvent = { eventType: 'Send' | 'Delivery' | 'Bounce' | 'Complaint'; mail: SentMail } & Record<
  string,
  unknown
>

/** Builds one event from the mail, its recipients, the time and an id of its own. */
type EventTemplate = (mail: SentMail, recipients: string[], timestamp: string, feedbackId: string) => SesEvent

const delivery: EventTemplate = (mail, recipients, timestamp) => ({
  eventType: 'Delivery',
  mail,
  delivery: {
    timestamp,
    processingTimeMillis: Date.parse(timestamp) - Date.parse(mail.timestamp),
    recipients,
    smtpResponse: '250 2.6.0 Message received',
    reportingMTA: REPORTING_MTA,
  },
})

const complaint: EventTemplate = (mail, recipients, timestamp, feedbackId) => ({
  eventType: 'Complaint',
  mail,
  complaint: {
    feedbackId,
    complaintSubType: null,
    complainedRecipients: recipients.map((emailAddress) => ({ emailAddress })),
    timestamp,
    userAgent: 'Amazon SES Mailbox Simulator',
    complaintFeedbackType: 'abuse',
    arrivalDate: timestamp,
  },
})

function bounce(bounceType: string, bounceSubType: string, report: Record<string, string>): EventTemplate {
  return (mail, recipients, timestamp, feedbackId) => ({
    eventType: 'Bounce',
    mail,
    bounce: {
      feedbackId,
      bounceType,
      bounceSubType,
      bouncedRecipients: recipients.map((emailAddress) => ({ emailAddress, ...report })),
      timestamp,
      reportingMTA: `dns; ${REPORTING_MTA}`,
    },
  })
}

const USER_UNKNOWN = { action: 'failed', status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 user unknown' }
const SUPPRESSED = {
  action: 'failed',
  status: '5.1.1',
  diagnosticCode:
    'Amazon SES has suppressed sending to this address because it has a recent history of bouncing as an invalid address.',
}

/** The recipients that each event names, in the order in which the events are published after Send. */
const TEMPLATES: { outcomes: Outcome[]; build: EventTemplate }[] = [
  { outcomes: ['delivered', 'complained', 'autoReplied'], build: delivery },
  { outcomes: ['bounced'], build: bounce('Permanent', 'General', USER_UNKNOWN) },
  { outcomes: ['suppressed'], build: bounce('Permanent', 'Suppressed', SUPPRESSED) },
  { outcomes: ['complained'], build: complaint },
  // SES reports an out-of-office answer of its simulator as a transient bounce without a reason.
  { outcomes: ['autoReplied'], build: bounce('Transient', 'General', {}) },
]

const send: EventTemplate = (mail) => ({ eventType: 'Send', mail, send: {} })

/** Event number `position` of a message, counted from Send = 0, and the number of its events. */
export function sesEvent(mail: SentMail, position: number): { event: SesEvent; timestamp: string; total: number } {
  const plan = [{ recipients: mail.destination, build: send }]
  for (const { outcomes, build } of TEMPLATES) {
    const recipients = mail.destination.filter((address) => outcomes.includes(outcomeOf(address)))
    if (recipients.length > 0) plan.push({ recipients, build })
  }
  const chosen = plan[position]
  if (!chosen) throw new RangeError(`message has ${plan.length} events, not ${position + 1}`)
  // The time is derived from the message, so that an event that is published again is the same event.
  const timestamp = new Date(Date.parse(mail.timestamp) + position).toISOString()
  const feedbackId = mail.messageId.replace(/-000000$/, `-00000${position}`)
  return { event: chosen.build(mail, chosen.recipients, timestamp, feedbackId), timestamp, total: plan.length }
}

/** Decides like SES's mailbox simulator, labels such as `bounce+label@` included. Other addresses accept their mail. */
function outcomeOf(address: string): Outcome {
  const mailbox = SIMULATOR.exec(address)?.[1]?.toLowerCase()
  return (mailbox && SIMULATED[mailbox]) || 'delivered'
}
