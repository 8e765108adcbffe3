/** A transient bounce that counts towards a pause of its address. */
export interface SoftBounce {
  emailId: string
  /** When the email was sent, and when its bounce became known. */
  sentAt: Date
  at: Date
  /** Whether the provider names no reason: it reports answers of absent people in the same way. */
  isVague: boolean
}

/** What is known of an email to the address. */
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

/** So many transient bounces in a row pause an address. */
export const SOFT_BOUNCES_TO_PAUSE = 5
/** How long such a pause lasts. */
export const SOFT_BOUNCE_PAUSE_MS = 30 * 86_400_000

// A server gives up on a message after four to five days (RFC 5321, 4.5.4.1).
const HEARD_OF_WITHIN_MS = 5 * 86_400_000

/**
 * Those of an address's transient bounces that still stand in a row, `now` that another one has come: a delivery
 * between breaks it. A delivery is one that the provider tells of, or that an open or a click proves; and where nobody
 * tells of deliveries, as with plain SMTP, an email of which nothing bad was heard for five days. The delivery of an
 * email that bounced later is none, unless that bounce was but the answer of somebody who is absent.
 */
export function stillInRow(bounces: readonly SoftBounce[], emails: readonly KnownDelivery[], now: Date): SoftBounce[] {
  const answered = new Set(
    emails.flatMap(({ _id, deliveredAt }) => (deliveredAt && bounces.some((one) => isAnswerTo(one, _id)) ? [_id] : [])),
  )
  const counted = bounces.filter(({ emailId }) => !answered.has(emailId))
  const good = emails.filter(({ _id, bouncedAt, softBouncedAt }) => answered.has(_id) || (!bouncedAt && !softBouncedAt))
  const told = good.filter(({ deliveredAt, openedAt, clickedAt }) => deliveredAt ?? openedAt ?? clickedAt)
  const unheardOf = good.filter(
    ({ sentAt, status }) =>
      status === 'SENT' && sentAt !== null && sentAt.getTime() < now.getTime() - HEARD_OF_WITHIN_MS,
  )
  const toldUntil = latest(told.map(({ updatedAt }) => updatedAt))
  const unheardOfUntil = latest(unheardOf.map(({ sentAt }) => sentAt))
  return counted.filter(({ at, sentAt }) => at.getTime() > toldUntil && sentAt.getTime() > unheardOfUntil)
}

function isAnswerTo({ emailId, isVague }: SoftBounce, id: string): boolean {
  return isVague && emailId === id
}

function latest(times: readonly (Date | null)[]): number {
  return Math.max(Number.NEGATIVE_INFINITY, ...times.map((time) => time?.getTime() ?? Number.NEGATIVE_INFINITY))
}
