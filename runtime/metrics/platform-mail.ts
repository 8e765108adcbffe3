import { counter } from './registry.js'

/** Whose limit refuses a mail of the installation. */
export type MailScope = 'actor' | 'project' | 'address' | 'installation'

const EVENTS = ['sent', 'bounced', 'complained'] as const

const refused = counter(
  'posthorn_platform_mails_refused_total',
  'Mails to users of the installation that a limit refused, by kind and scope of the limit.',
  { kind: [], limit: [] },
)
const events = counter(
  'posthorn_platform_mail_events_total',
  'Mails to users of the installation that were sent, bounced for good or were complained about.',
  { event: EVENTS },
)

/** Counts a mail to a user that a limit refused. */
export function countMailRefused(kind: string, limit: MailScope): void {
  refused.inc({ kind, limit })
}

/** Counts an event of a mail to a user that was recorded for the first time; other events than the three are ignored. */
export function countPlatformMail(event: string): void {
  if ((EVENTS as readonly string[]).includes(event)) events.inc({ event })
}
