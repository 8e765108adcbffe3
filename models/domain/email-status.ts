/** Every status of an email. */
export const EMAIL_STATUSES = [
  'PENDING',
  'SENDING',
  'SENT',
  'DELIVERED',
  'OPENED',
  'CLICKED',
  'BOUNCED',
  'COMPLAINED',
  'FAILED',
  'SUPPRESSED',
  'SKIPPED',
  'RECEIVED',
] as const

export type EmailStatus = (typeof EMAIL_STATUSES)[number]

/** The statuses of an email without an outcome: not yet submitted, or submitted with an unknown outcome. */
export const UNRESOLVED_STATUSES: readonly EmailStatus[] = ['PENDING', 'SENDING']

/** The statuses that an index lists. The other statuses last only for moments of a submission. */
export const LASTING_STATUSES: readonly EmailStatus[] = EMAIL_STATUSES.filter(
  (status) => status !== 'SENDING' && status !== 'SENT',
)

/** The status by which the indexes list an email; undefined: by none. */
export function listedStatusOf(status: EmailStatus): EmailStatus | undefined {
  return LASTING_STATUSES.includes(status) ? status : undefined
}

/** The update of an email's status, with the status by which the indexes list the email. */
export function statusUpdate(status: EmailStatus) {
  const listedStatus = listedStatusOf(status)
  return listedStatus
    ? { $set: { status, listedStatus }, $unset: {} }
    : { $set: { status }, $unset: { listedStatus: 1 as const } }
}

/** The statuses of an email that did not leave, or that its recipient's server or the recipient turned away. */
export const TROUBLE_STATUSES: readonly EmailStatus[] = ['BOUNCED', 'COMPLAINED', 'FAILED', 'SUPPRESSED', 'SKIPPED']

/** The statuses of an email that ended before its recipient got it. */
export const UNDELIVERED_STATUSES: readonly EmailStatus[] = ['BOUNCED', 'FAILED', 'SUPPRESSED', 'SKIPPED']

// Facts about an email arrive in any order, so its status moves only to higher ranks.
const RANK: Record<EmailStatus, number> = {
  PENDING: 0,
  SENDING: 1,
  SKIPPED: 2,
  SUPPRESSED: 2,
  FAILED: 2,
  SENT: 3,
  DELIVERED: 4,
  OPENED: 5,
  CLICKED: 6,
  BOUNCED: 7,
  COMPLAINED: 8,
  RECEIVED: 9,
}

/** Whether an email changes from status `current` to `next`. */
export function movesForward(current: EmailStatus, next: EmailStatus): boolean {
  return RANK[next] > RANK[current]
}
