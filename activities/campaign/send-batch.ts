import type { CampaignBatchRecord } from '../../models/campaign-batch.js'
import type { CampaignRecord } from '../../models/campaign.js'
import { createLimiter } from '../../runtime/concurrency/limiter.js'
import { UNRESOLVED_STATUSES } from '../../models/domain/email-status.js'
import { Email, type EmailRecord } from '../../models/email.js'
import { deliverOne } from '../delivery/deliver-one.js'
import type { DeliveryResult } from '../delivery/deps.js'
import { mapConcurrent } from '../../runtime/concurrency/map-concurrent.js'
import type { CampaignDeps } from './deps.js'
import { MIN_GROUP_SIZE, type GroupSize } from './group-size.js'
import { sendGroup, type GroupContext } from './send-group.js'

// While the provider answers for some groups, others are claimed and composed or stored. More would hold up all other
// mail of this process.
const GROUP_CONCURRENCY = 6
const WORKERS = Array.from({ length: GROUP_CONCURRENCY }, (_, worker) => worker)
const UNRESOLVED_CONCURRENCY = 16
// The provider gets a day to accept a message, as everywhere, and besides the time for which the campaign was paused.
const GIVE_UP_AFTER_MS = 24 * 3_600_000

/** How a batch was sent. */
export interface BatchSent {
  /** How many recipients this call resolved. */
  resolved: number
  /** Whether all recipients are resolved; otherwise they wait for the provider, or for the campaign to continue. */
  isResolved: boolean
  /** Whether some recipients have not been claimed. */
  hasUnclaimed: boolean
  /** Whether the provider accepted a message, and whether it refused all it was given. */
  isAccepted: boolean
  isRefused: boolean
  /**
   * The provider refused every recipient it had not seen before: pause the campaign at least this long. A refusal of
   * recipients it had refused before says nothing of others; then this is null.
   */
  refusedForMs: number | null
}

/** How to send a batch. */
export interface BatchPlan {
  groupSize: GroupSize
  isOver: () => boolean
  /** The provider refused the last attempt: begin with a probe, and send the rest only once it accepted a message. */
  isHalfOpen: boolean
}

interface Work {
  deps: CampaignDeps
  campaign: CampaignRecord
  batch: CampaignBatchRecord
  plan: BatchPlan
}

type StoredEmail = Pick<EmailRecord, '_id' | 'contactId' | 'status' | 'createdAt'>

/**
 * Sends a campaign to the unresolved contacts of a batch, until `isOver`: first to those without a claim, in groups,
 * then those whose email an earlier call left unresolved. A half-open circuit breaker probes some of the latter first.
 */
export async function sendBatch(
  deps: CampaignDeps,
  campaign: CampaignRecord,
  batch: CampaignBatchRecord,
  plan: BatchPlan,
): Promise<BatchSent> {
  const work = { deps, campaign, batch, plan }
  const earlier = await emailsOf(batch)
  const unresolved = earlier.filter(({ status }) => UNRESOLVED_STATUSES.includes(status))
  // A random start, because some addresses are refused for long and others are not.
  const at = plan.isHalfOpen ? Math.floor(Math.random() * unresolved.length) : 0
  const inOrder = [...unresolved.slice(at), ...unresolved.slice(0, at)]
  const probe = plan.isHalfOpen ? inOrder.slice(0, UNRESOLVED_CONCURRENCY) : []
  const rest = inOrder.slice(probe.length)
  const reached = new Set(earlier.map(({ contactId }) => contactId))

  const all = new Tally()
  const ofProbe = new Tally(all)
  const untouched = await sendUnresolved(work, probe, ofProbe)
  const ofGroups = new Tally(all)
  const unclaimed = await sendGroups(work, { reached, isRefused: ofProbe.isRefused }, ofGroups)
  // The provider would refuse the rest as it has just refused the others.
  const isCircuitOpen = ofGroups.isRefused || (ofProbe.isRefused && !ofGroups.isAccepted)
  const untouchedRest = isCircuitOpen ? rest.length : await sendUnresolved(work, rest, all)

  const hasMore = all.deferred + untouched + untouchedRest + unclaimed > 0 || batch.claims.length > 0
  return {
    resolved: all.resolved,
    isResolved: !hasMore,
    hasUnclaimed: unclaimed > 0,
    isAccepted: all.isAccepted,
    isRefused: all.isRefused,
    refusedForMs: ofGroups.isRefused && !all.isAccepted ? ofGroups.refusedForMs : null,
  }
}

/** Claims and sends group after group; returns how many recipients remain unclaimed. */
async function sendGroups(
  { deps, campaign, batch, plan }: Work,
  { reached, isRefused }: { reached: Set<string>; isRefused: boolean },
  tally: Tally,
): Promise<number> {
  const { groupSize, isOver, isHalfOpen } = plan
  let unclaimed = batch.contactIds.length - batch.claimed
  const context: GroupContext = { deps, campaign, batch, groupSize, reached, count: (result) => tally.count(result) }
  /** Sends the next group; false when it claimed no recipient. */
  const next = async (most: number): Promise<boolean> => {
    const wanted = Math.min(most, unclaimed)
    unclaimed -= wanted
    const claimed = await limitGroups(batch.projectId, () => sendGroup(context, wanted))
    // The next call counts again, because another worker may have claimed the others.
    unclaimed += wanted - (claimed ?? 0)
    return claimed !== null && claimed > 0
  }
  // A deferral or a cancellation would meet the next recipients too.
  const goesOn = (): boolean => unclaimed > 0 && !isOver() && tally.cancelled + tally.deferred === 0
  if (isHalfOpen && goesOn()) await next(MIN_GROUP_SIZE)
  if (isRefused && !tally.isAccepted) return unclaimed
  await mapConcurrent(WORKERS, GROUP_CONCURRENCY, async () => {
    while (goesOn()) if (!(await next(groupSize.current))) return
  })
  return unclaimed
}

/** Sends emails that are stored and unresolved; returns how many there was no time for. */
async function sendUnresolved({ deps, campaign, plan }: Work, emails: StoredEmail[], tally: Tally): Promise<number> {
  let untouched = 0
  await mapConcurrent(emails, UNRESOLVED_CONCURRENCY, async ({ _id, createdAt }) => {
    if (plan.isOver()) untouched += 1
    else {
      const result = await deliverOne(deps, campaign.projectId, _id)
      tally.count(await giveUpLate(deps, { campaign, emailId: _id, createdAt }, result))
    }
  })
  return untouched
}

/** Counts the outcomes of some emails, and in the tally of all as well. */
class Tally {
  resolved = 0
  deferred = 0
  cancelled = 0
  /** Whether the provider accepted a message. */
  isAccepted = false
  /** The longest wait that the provider's refusals ask for; null without a refusal. */
  refusedForMs: number | null = null
  readonly #all: Tally | undefined

  constructor(all?: Tally) {
    this.#all = all
  }

  count(result: DeliveryResult): void {
    this.#all?.count(result)
    if (result.state === 'deferred') {
      this.deferred += 1
      if (result.cause === 'provider') this.refusedForMs = Math.max(this.refusedForMs ?? 0, result.retryAfterMs)
      return
    }
    this.resolved += 1
    if (result.state === 'sent') this.isAccepted = true
    else if (result.reason === 'cancelled') this.cancelled += 1
  }

  /** The provider refused everything it was given. */
  get isRefused(): boolean {
    return this.refusedForMs !== null && !this.isAccepted
  }
}

// One limit for a project, however many campaigns it sends and parts they have.
const limitGroups = createLimiter({ concurrencyPerKey: GROUP_CONCURRENCY })

/** The stored emails of a batch's contacts. */
export async function emailsOf({ projectId, campaignId, contactIds }: CampaignBatchRecord): Promise<StoredEmail[]> {
  return Email.find(
    { projectId, campaignId, contactId: { $in: contactIds } },
    { contactId: 1, status: 1, createdAt: 1 },
  ).lean()
}

async function giveUpLate(
  deps: CampaignDeps,
  { campaign, emailId, createdAt }: { campaign: CampaignRecord; emailId: string; createdAt: Date },
  result: DeliveryResult,
): Promise<DeliveryResult> {
  const { projectId, pausedMs } = campaign
  const isLate = Date.now() - createdAt.getTime() > GIVE_UP_AFTER_MS + pausedMs
  if (result.state !== 'deferred' || result.cause === 'wait' || !isLate) return result
  // An email with an unknown outcome cannot be given up: the provider's event or the policy resolves it.
  if (!(await Email.exists({ _id: emailId, projectId, status: 'PENDING' }))) return result
  const { reason } = result
  await deps.recorder.record({ projectId, emailId, at: new Date(), key: 'given-up', kind: 'failed', reason })
  return { state: 'withheld', status: 'FAILED', reason }
}
