import { counter } from './registry.js'

/** Every use of mail to users. */
const MAIL_USES = ['confirmation', 'reset', 'invitation', 'notice', 'notification'] as const

/** A use of mail to users. The mails of one use share a limit of their address and a limit of the installation. */
export type MailUse = (typeof MAIL_USES)[number]

const MAIL_SCOPES = ['actor', 'project', 'network', 'address', 'installation'] as const

/** The scope of a limit on mail to users. */
export type MailScope = (typeof MAIL_SCOPES)[number]

const EVENTS = ['sent', 'bounced', 'complained'] as const

const refused = counter(
  'posthorn_platform_mails_refused_total',
  'Mails to users of the installation that a limit refused, by use and scope of the limit.',
  { use: MAIL_USES, limit: MAIL_SCOPES },
)
const events = counter(
  'posthorn_platform_mail_events_total',
  'Mails to users of the installation that were sent, bounced for good or were complained about.',
  { event: EVENTS },
)

/** Counts a mail to a user that a limit refused. */
export function countMailRefused(use: MailUse, limit: MailScope): void {
  refused.inc({ use, limit })
}

/**
 * Counts an event of a mail to a user that was recorded for the first time. Events without a metric are ignored.
 */
export function countPlatformMail(event: string): void {
  if ((EVENTS as readonly string[]).includes(event)) events.inc({ event })
}
