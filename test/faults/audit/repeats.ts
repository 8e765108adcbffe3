import { describeFault, WORKERS, type Target } from '../plan-faults.js'
import type { Submission } from '../tap.js'
import type { Accepted, AuditedEmail, Evidence } from './evidence.js'
import type { Finding } from './findings.js'

/** How a message came to be in the inbox twice; `isAllowed` when the policy for unknown outcomes says so. */
interface Repeat {
  emailId: string
  cause: string
  isAllowed: boolean
  story: string
}

// Between the clocks of this process, the provider's and MongoDB's, and the moments at which each is read.
const SLACK_MS = 250
// A frozen worker that comes back submits its earlier claims within this time.
const FROZEN_SLACK_MS = 1_500

/**
 * Looks into each message that is in the inbox more than once. A repeat is allowed where the outcome of the earlier
 * submission was unknown (no answer reached a worker that could record it), no event of the provider was stored before
 * the email was claimed again, and that claim came no sooner than the wait for such an event allows.
 */
export function auditRepeats(evidence: Evidence): { findings: Finding[]; stories: string[] } {
  const repeated = [...evidence.inbox].filter(([, messages]) => messages.length > 1)
  const repeats = repeated.flatMap(([emailId, messages]) => explain(evidence, emailId, messages))
  const causes = new Map<string, number>()
  for (const { cause, isAllowed } of repeats) if (isAllowed) causes.set(cause, (causes.get(cause) ?? 0) + 1)
  const finding: Finding = {
    promise: 'a message is in the inbox once',
    checked: [...evidence.inbox.values()].reduce((sum, { length }) => sum + length, 0),
    broken: repeats.filter(({ isAllowed }) => !isAllowed).map(({ story }) => story),
    note: `${repeats.length - repeats.filter(({ isAllowed }) => !isAllowed).length} repeats of unknown outcomes`,
  }
  const counted = [...causes].map(([cause, count]) => ({ promise: `  repeated: ${cause}`, checked: count, broken: [] }))
  return { findings: [finding, ...counted], stories: repeats.map(({ story }) => story) }
}

function explain(evidence: Evidence, emailId: string, messages: Accepted[]): Repeat[] {
  const email = evidence.emails.get(emailId)
  const submissions = (evidence.scene.cluster.tap.submissions.get(emailId) ?? []).toSorted(
    (a, b) => a.arrivedAt - b.arrivedAt,
  )
  return messages.slice(1).map((later, index) => {
    const earlier = messages[index]
    const cause = earlier
      ? causeOf(evidence, email, [earlier, later], submissions, index + 2 === messages.length)
      : 'unknown'
    const isAllowed = cause.startsWith('policy: ')
    const story = `${emailId} (${email?.sourceType}, ${email?.status}, ${email?.attempt} attempts): ${cause}${tell(evidence, emailId, messages, submissions)}`
    return { emailId, cause: cause.replace('policy: ', ''), isAllowed, story }
  })
}

function causeOf(
  { firstEventAt, log, scene }: Evidence,
  email: AuditedEmail | undefined,
  [earlier, later]: [Accepted, Accepted],
  submissions: Submission[],
  isLast: boolean,
): string {
  const first = submissionOf(earlier, submissions)
  const second = submissionOf(later, submissions)
  if (!email || !first || !second) return 'BROKEN: not all submissions are known'
  const claimedAt = isLast ? (email.claimedAt?.getTime() ?? 0) : second.arrivedAt
  const late = log
    .of(second.worker as Target, first.arrivedAt, second.arrivedAt)
    .find(({ fault, to }) => fault.kind === 'freeze' && claimedAt < to && second.arrivedAt < to + FROZEN_SLACK_MS)
  if (late) return 'BROKEN: submitted by a worker that had been stopped since its claim'
  const eventAt = firstEventAt.get(email._id) ?? Infinity
  if (eventAt < claimedAt - SLACK_MS) return 'BROKEN: sent again although the event of the provider was there'
  const { ambiguousWaitMs } = scene.cluster
  if (later.receivedAt - earlier.receivedAt < ambiguousWaitMs) return 'BROKEN: sent again before the wait for an event'
  if (!first.isAnswered) return `policy: the answer never reached the worker, no event for ${ambiguousWaitMs / 1_000} s`
  const hits = log.of(first.worker as Target, first.arrivedAt, claimedAt)
  const isHit = WORKERS.some((worker) => worker === first.worker) && hits.length > 0
  if (isHit)
    return `policy: the worker was killed or stopped with the answer, no event for ${ambiguousWaitMs / 1_000} s`
  return 'BROKEN: sent again although a living worker had the answer'
}

/** The submission that became this message: by its id, or without an answer by its time. */
function submissionOf({ id, receivedAt }: Accepted, submissions: Submission[]): Submission | undefined {
  const named = submissions.find(({ messageId }) => messageId === id)
  if (named) return named
  const before = submissions.filter(
    ({ messageId, arrivedAt }) => messageId === null && arrivedAt <= receivedAt + SLACK_MS,
  )
  return before.at(-1)
}

function tell(
  { firstEventAt, log }: Evidence,
  emailId: string,
  messages: Accepted[],
  submissions: Submission[],
): string {
  const zero = submissions[0]?.arrivedAt ?? 0
  const at = (time: number): string => `${((time - zero) / 1_000).toFixed(1)} s`
  const handed = submissions.map(
    ({ worker, arrivedAt, endedAt, status, isAnswered }) =>
      `${worker} at ${at(arrivedAt)}, ${isAnswered ? `answered ${status}` : `no answer (${status})`} by ${at(endedAt)}`,
  )
  const event = firstEventAt.get(emailId)
  const faults = log.faults
    .filter(({ from, to }) => from < (messages.at(-1)?.receivedAt ?? 0) && to > zero - 20_000)
    .map(({ fault, from, to }) => `${describeFault(fault)} ${at(from)} to ${at(to)}`)
  return [
    '',
    `submitted: ${handed.join('; ')}`,
    `accepted: ${messages.map(({ receivedAt }) => at(receivedAt)).join(', ')}; event stored: ${event === undefined ? 'never' : at(event)}`,
    `faults: ${faults.join('; ')}`,
  ].join('\n      ')
}
