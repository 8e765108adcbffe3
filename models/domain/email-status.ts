/** Where a message can be on its way. */
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

/** Where a message is on its way. */
export type EmailStatus = (typeof EMAIL_STATUSES)[number]

/** The states in which a message has still to be sent or settled. */
export const UNRESOLVED_STATUSES: readonly EmailStatus[] = ['PENDING', 'SENDING']

// News of a message arrives in any order; the status only ever moves to a higher rank.
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

/** Whether news that a message is `next` moves one that is `current`. */
export function movesForward(current: EmailStatus, next: EmailStatus): boolean {
  return RANK[next] > RANK[current]
}
