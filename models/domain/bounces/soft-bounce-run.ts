/** A transient bounce that counts towards a pause of its address. */
export interface SoftBounce {
  emailId: string
  /** The time when the email was sent. `at` is the time when its bounce became known. */
  sentAt: Date
  at: Date
  /** Whether the provider names no reason. It reports the automatic replies of absent people in the same way. */
  isVague: boolean
}

/** The facts about an email to the address. */
export interface KnownDelivery {
  _id: string
  sentAt: Date | null
  deliveredAt: Date | null
  openedAt: Date | null
  clickedAt: Date | null
  bouncedAt: Date | null
  softBouncedAt?: Date
  status: string
  updatedAt: Date
}

/** The number of transient bounces in a row that pause an address. */
export const SOFT_BOUNCES_TO_PAUSE = 5
/** The length of the pause. */
export const SOFT_BOUNCE_PAUSE_MS = 30 * 86_400_000

// A server stops trying to deliver a message after four to five days (RFC 5321, 4.5.4.1).
const SILENCE_MS = 5 * 86_400_000

/**
 * The transient bounces of an address that are still in a row when another one arrives at `now`. A delivery between
 * them breaks the row. The provider reports a delivery, or an open or a click proves it. Where the provider does not
 * report deliveries, as with plain SMTP, an email counts as delivered after five days without a bounce. An email that
 * bounced later does not count as delivered, unless that bounce was only the reply of an absent recipient.
 */
export function stillInRow(bounces: readonly SoftBounce[], emails: readonly KnownDelivery[], now: Date): SoftBounce[] {
  const autoReplyIds = new Set(
    emails.flatMap(({ _id, deliveredAt }) => (deliveredAt && bounces.some((one) => isAnswerTo(one, _id)) ? [_id] : [])),
  )
  const countedBounces = bounces.filter(({ emailId }) => !autoReplyIds.has(emailId))
  const acceptedEmails = emails.filter(
    ({ _id, bouncedAt, softBouncedAt }) => autoReplyIds.has(_id) || (!bouncedAt && !softBouncedAt),
  )
  const provenDeliveries = acceptedEmails.filter(
    ({ deliveredAt, openedAt, clickedAt }) => deliveredAt ?? openedAt ?? clickedAt,
  )
  const silentEmails = acceptedEmails.filter(
    ({ sentAt, status }) => status === 'SENT' && sentAt !== null && sentAt.getTime() < now.getTime() - SILENCE_MS,
  )
  const lastProofMs = latest(provenDeliveries.map(({ updatedAt }) => updatedAt))
  const lastSilentMs = latest(silentEmails.map(({ sentAt }) => sentAt))
  return countedBounces.filter(({ at, sentAt }) => at.getTime() > lastProofMs && sentAt.getTime() > lastSilentMs)
}

function isAnswerTo({ emailId, isVague }: SoftBounce, id: string): boolean {
  return isVague && emailId === id
}

function latest(times: readonly (Date | null)[]): number {
  return Math.max(Number.NEGATIVE_INFINITY, ...times.map((time) => time?.getTime() ?? Number.NEGATIVE_INFINITY))
}
