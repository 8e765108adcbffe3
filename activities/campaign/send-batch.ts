import { reserveEmails } from '../../commands/tenancy/billing/reserve-emails.js'
import { findBatchEmails, type BatchEmail } from '../../commands/sending/campaigns/batch-emails.js'
import { sentCampaign } from '../../commands/sending/campaigns/recipient-emails.js'
import type { CampaignBatchRecord } from '../../models/campaign-batch.js'
import type { CampaignRecord } from '../../models/campaign.js'
import { UNRESOLVED_STATUSES } from '../../models/domain/email-status.js'
import { Email } from '../../models/email.js'
import { recordGivenUp } from '../delivery/fact-recorder.js'
import { noPermit, noteDeferred } from '../delivery/note-deferred.js'
import type { DeliveryResult } from '../delivery/deps.js'
import { mapConcurrent } from '../../runtime/concurrency/map-concurrent.js'
import { placeIn } from '../../runtime/ids.js'
import type { CampaignDeps } from './deps.js'
import { MIN_GROUP_SIZE, type GroupSize } from './group-size.js'
import type { GroupResult } from './group-sender.js'

const PROBE_SIZE = 16
// The provider gets a day to accept a message, as for every email, plus the time for which the campaign was paused.
const GIVE_UP_AFTER_MS = 24 * 3_600_000

/** How a batch was sent. */
export interface BatchSent {
  /** Whether no recipient of the batch was claimed before this call. */
  isNew: boolean
  /** How many recipients wait after this call, by the reason. */
  deferred: Record<string, number>
  /** How many recipients this call resolved. */
  resolved: number
  /** Whether all recipients are resolved; otherwise they wait for the provider, or for the campaign to continue. */
  isResolved: boolean
  /** Whether some recipients have not been claimed. */
  hasUnclaimed: boolean
  /** Whether the project's limit left no room for the next recipients. */
  isAtLimit: boolean
  /** Whether the provider accepted a message. */
  isAccepted: boolean
  /** Whether the provider refused every message. */
  isRefused: boolean
  /**
   * The provider refused every recipient it had not seen before: pause the campaign at least this long. Null otherwise:
   * a repeated refusal of the same recipients says nothing about others.
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
  const earlier = await findBatchEmails(batch)
  const unresolved = earlier.filter(({ status }) => UNRESOLVED_STATUSES.includes(status))
  // A random start, because some addresses are refused for long and others are not.
  const at = plan.isHalfOpen ? Math.floor(Math.random() * unresolved.length) : 0
  const inOrder = [...unresolved.slice(at), ...unresolved.slice(0, at)]
  const probe = plan.isHalfOpen ? inOrder.slice(0, PROBE_SIZE) : []
  const rest = inOrder.slice(probe.length)
  const claimed = new Set(earlier.map(({ _id }) => placeIn(_id)))
  const places = [...batch.contactIds.keys()].filter((place) => !claimed.has(place))

  const all = new Tally()
  const ofProbe = new Tally(all)
  const untouched = await sendUnresolved(work, probe, ofProbe)
  const ofGroups = new Tally(all)
  const { unclaimed, claimedElsewhere, isAtLimit } = await sendGroups(
    work,
    { places, isRefused: ofProbe.isRefused },
    ofGroups,
  )
  // The provider would refuse the rest as it has just refused the others.
  const isCircuitOpen = ofGroups.isRefused || (ofProbe.isRefused && !ofGroups.isAccepted)
  const untouchedRest = isCircuitOpen ? rest.length : await sendUnresolved(work, rest, all)

  return {
    isNew: earlier.length === 0,
    deferred: all.reasons,
    resolved: all.resolved,
    isResolved: all.deferred + untouched + untouchedRest + unclaimed + claimedElsewhere === 0,
    hasUnclaimed: unclaimed > 0,
    isAtLimit,
    isAccepted: all.isAccepted,
    isRefused: all.isRefused,
    refusedForMs: ofGroups.isRefused && !all.isAccepted ? ofGroups.refusedForMs : null,
  }
}

/** Claims and sends group after group; returns how many recipients stay unclaimed, and how many other calls claimed. */
async function sendGroups(
  { deps, campaign, batch, plan }: Work,
  { places, isRefused }: { places: number[]; isRefused: boolean },
  tally: Tally,
): Promise<{ unclaimed: number; claimedElsewhere: number; isAtLimit: boolean }> {
  const { groupSize, isOver, isHalfOpen } = plan
  const queue = [...places]
  let claimedElsewhere = 0
  let isAtLimit = false
  const { baseId, contactIds } = batch
  /** Sends a group; returns how many of its emails this call claimed and did not withhold. */
  const send = async (group: number[]): Promise<number> => {
    const recipients = group.map((place) => ({ place, contactId: contactIds[place] ?? '' }))
    const result = await deps.sendGroup({ kind: 'unclaimed', campaign: sentCampaign(campaign), baseId, recipients })
    groupSize.adapt(group.length - result.claimedElsewhere, result.ms)
    claimedElsewhere += result.claimedElsewhere
    tally.countGroup(result)
    return group.length - result.claimedElsewhere - result.others.filter(([, { state }]) => state === 'withheld').length
  }
  /** Sends the next group; false without a permit, and in a worker that stops. */
  const next = async (most: number): Promise<boolean> =>
    deps.limitGroups(batch.projectId, async () => {
      const group = queue.splice(0, most)
      if (group.length === 0) return false
      const of = { projectId: batch.projectId, category: 'campaigns' } as const
      const reserved = await reserveEmails(deps.settings, of, group.length)
      queue.unshift(...group.splice(reserved.granted))
      isAtLimit ||= group.length === 0
      let emails = group.length
      try {
        if (group.length === 0) return false
        // Permits come before the claim, because a claim must not grow old.
        const { permits } = await deps.acquirePermits(batch.projectId, group.length)
        queue.unshift(...group.splice(deps.isStopping() ? 0 : permits))
        emails = group.length
        if (group.length === 0) return false
        emails = await send(group)
        return true
      } finally {
        reserved.complete(emails)
      }
    })
  // The cause of a deferral or a cancellation would affect the next recipients too.
  const goesOn = (): boolean => queue.length > 0 && !isOver() && !isAtLimit && tally.cancelled + tally.deferred === 0
  if (isHalfOpen && goesOn()) await next(MIN_GROUP_SIZE)
  if (!isRefused || tally.isAccepted) {
    const loops = Array.from({ length: deps.groupsOfProject }, (_, loop) => loop)
    await mapConcurrent(loops, loops.length, async () => {
      while (goesOn()) if (!(await next(groupSize.current))) return
    })
  }
  return { unclaimed: queue.length, claimedElsewhere, isAtLimit }
}

/** Sends emails that are stored and unresolved, in groups; returns how many it did not send. */
async function sendUnresolved({ deps, campaign, plan }: Work, emails: BatchEmail[], tally: Tally): Promise<number> {
  const { projectId } = campaign
  const queue = [...emails]
  const byId = new Map(emails.map((email) => [email._id, email]))
  while (queue.length > 0 && !plan.isOver()) {
    const wanted = Math.min(plan.groupSize.current, queue.length)
    const { permits, retryAfterMs } = await deps.acquirePermits(projectId, wanted)
    if (deps.isStopping()) break
    if (permits === 0) {
      const deferred = noPermit(retryAfterMs)
      const emails = queue.map(({ _id: emailId }) => ({ projectId, emailId, campaignId: campaign._id, deferred }))
      await noteDeferred(emails)
      tally.count(deferred)
      break
    }
    const emailIds = queue.splice(0, permits).map(({ _id }) => _id)
    const result = await deps.sendGroup({ kind: 'stored', projectId, emailIds })
    const isOfLate = ([id, each]: GroupResult['others'][number]): boolean => isLate(campaign, byId.get(id), each)
    tally.countGroup({ ...result, others: result.others.filter((other) => !isOfLate(other)) })
    for (const [id, each] of result.others.filter(isOfLate)) tally.count(await giveUp(deps, projectId, id, each))
  }
  return queue.length
}

/** Counts the outcomes of some emails, and in the tally of all as well. */
class Tally {
  resolved = 0
  deferred = 0
  readonly reasons: Record<string, number> = {}
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
      this.reasons[result.reason] = (this.reasons[result.reason] ?? 0) + 1
      if (result.cause === 'provider') this.refusedForMs = Math.max(this.refusedForMs ?? 0, result.retryAfterMs)
      return
    }
    this.resolved += 1
    if (result.state === 'sent') this.isAccepted = true
    else if (result.reason === 'cancelled') this.cancelled += 1
  }

  countGroup({ sent, others }: Pick<GroupResult, 'sent' | 'others'>): void {
    for (let n = 0; n < sent; n += 1) this.count({ state: 'sent' })
    for (const [, result] of others) this.count(result)
  }

  /** Whether the provider refused every message. */
  get isRefused(): boolean {
    return this.refusedForMs !== null && !this.isAccepted
  }
}

function isLate({ pausedMs }: CampaignRecord, email: BatchEmail | undefined, result: DeliveryResult): boolean {
  const isOld = email !== undefined && Date.now() - email.createdAt.getTime() > GIVE_UP_AFTER_MS + pausedMs
  return isOld && result.state === 'deferred' && result.cause !== 'wait'
}

async function giveUp(
  deps: CampaignDeps,
  projectId: string,
  emailId: string,
  result: DeliveryResult,
): Promise<DeliveryResult> {
  // An email with an unknown outcome cannot be given up: the provider's event or the policy resolves it.
  if (result.state !== 'deferred' || !(await Email.exists({ _id: emailId, projectId, status: 'PENDING' })))
    return result
  const { reason, detail = reason } = result
  await recordGivenUp(deps.recorder, { projectId, emailId }, detail)
  return { state: 'withheld', status: 'FAILED', reason: detail }
}
