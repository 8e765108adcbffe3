import type { CampaignBatchRecord } from '../../models/campaign-batch.js'
import type { CampaignRecord } from '../../models/campaign.js'
import { createLimiter } from '../../runtime/concurrency/limiter.js'
import { UNRESOLVED } from '../../models/domain/email-status.js'
import { Email, type EmailRecord } from '../../models/email.js'
import { deliverOne } from '../delivery/deliver-one.js'
import type { DeliveryResult } from '../delivery/deps.js'
import { mapConcurrent } from '../../runtime/concurrency/map-concurrent.js'
import type { CampaignDeps } from './deps.js'
import { FEWEST, type Pace } from './pace.js'
import { sendGroup, type GroupContext } from './send-group.js'

// While the provider answers some, the next are claimed and composed, and the last are stored. No more than that: all
// mail of this process takes turns with theirs.
const GROUPS_AT_ONCE = 6
const LANES = Array.from({ length: GROUPS_AT_ONCE }, (_, lane) => lane)
const LEFT_AT_ONCE = 16
// The provider gets a day to take a message, as everywhere; the time for which the campaign was paused is not its fault.
const GIVE_UP_AFTER_MS = 24 * 3_600_000

/** What became of a batch. */
export interface BatchSent {
  /** How many recipients were settled by this call. */
  settled: number
  /** Whether all were; the others wait for the provider, or for the campaign to go on. */
  isResolved: boolean
  /** Whether some have not been claimed. */
  hasUnclaimed: boolean
  /** Whether the provider took one, and whether it took nothing of what it was given. */
  isTaken: boolean
  isRefused: boolean
  /**
   * It took nobody who was new to it, so that it would refuse more: for how long, at least, to leave it. What it had
   * refused before says nothing of others.
   */
  refusedForMs: number | null
}

/** How to go about a batch. */
export interface BatchPlan {
  pace: Pace
  isOver: () => boolean
  /** The last attempt was refused: a few go first, and the others only after one of these was taken. */
  isWary: boolean
}

/** What of a campaign is sent to whom. */
interface Work {
  deps: CampaignDeps
  campaign: CampaignRecord
  batch: CampaignBatchRecord
  plan: BatchPlan
}

type Left = Pick<EmailRecord, '_id' | 'contactId' | 'status' | 'createdAt'>

/**
 * Sends a campaign to the contacts of a batch who have not got it, until `isOver` says so: those who were not claimed
 * yet in groups, then those whose email an earlier call left unresolved.
 */
export async function sendBatch(
  deps: CampaignDeps,
  campaign: CampaignRecord,
  batch: CampaignBatchRecord,
  plan: BatchPlan,
): Promise<BatchSent> {
  const work = { deps, campaign, batch, plan }
  const earlier = await emailsOf(batch)
  const unresolved = earlier.filter(({ status }) => UNRESOLVED.includes(status))
  // Others each time, because some addresses are refused for long.
  const at = plan.isWary ? Math.floor(Math.random() * unresolved.length) : 0
  const left = [...unresolved.slice(at), ...unresolved.slice(0, at)]
  const first = plan.isWary ? left.slice(0, LEFT_AT_ONCE) : []
  const later = left.slice(first.length)
  const reached = new Set(earlier.map(({ contactId }) => contactId))

  const all = new Tally()
  const atFirst = new Tally(all)
  const untouched = await sendLeft(work, first, atFirst)
  const groups = new Tally(all)
  const unclaimed = await sendGroups(work, { reached, isRefused: atFirst.isRefused }, groups)
  // What has just been refused would be once more.
  const isHopeless = groups.isRefused || (atFirst.isRefused && !groups.isTaken)
  const untouchedRest = isHopeless ? later.length : await sendLeft(work, later, all)

  const isOpen = all.deferred + untouched + untouchedRest + unclaimed > 0 || batch.claims.length > 0
  return {
    settled: all.settled,
    isResolved: !isOpen,
    hasUnclaimed: unclaimed > 0,
    isTaken: all.isTaken,
    isRefused: all.isRefused,
    refusedForMs: groups.isRefused && !all.isTaken ? groups.refusedForMs : null,
  }
}

/** Returns how many are still not claimed. */
async function sendGroups(
  { deps, campaign, batch, plan }: Work,
  { reached, isRefused }: { reached: Set<string>; isRefused: boolean },
  tally: Tally,
): Promise<number> {
  const { pace, isOver, isWary } = plan
  let unclaimed = batch.contactIds.length - batch.claimed
  const context: GroupContext = { deps, campaign, batch, pace, reached, count: (result) => tally.count(result) }
  /** False when nothing came of it. */
  const next = async (most: number): Promise<boolean> => {
    const wanted = Math.min(most, unclaimed)
    unclaimed -= wanted
    const claimed = await limitGroups(batch.projectId, () => sendGroup(context, wanted))
    // What another worker took meanwhile is for the next call to look at.
    unclaimed += wanted - (claimed ?? 0)
    return claimed !== null && claimed > 0
  }
  // What the provider has just put off would be put off again, as what is cancelled would be passed over.
  const goesOn = (): boolean => unclaimed > 0 && !isOver() && tally.cancelled + tally.deferred === 0
  if (isWary && goesOn()) await next(FEWEST)
  if (isRefused && !tally.isTaken) return unclaimed
  await mapConcurrent(LANES, GROUPS_AT_ONCE, async () => {
    while (goesOn()) if (!(await next(pace.groupSize))) return
  })
  return unclaimed
}

/** Returns how many there was no time for. */
async function sendLeft({ deps, campaign, plan }: Work, emails: Left[], tally: Tally): Promise<number> {
  let untouched = 0
  await mapConcurrent(emails, LEFT_AT_ONCE, async ({ _id, createdAt }) => {
    if (plan.isOver()) untouched += 1
    else {
      const result = await deliverOne(deps, campaign.projectId, _id)
      tally.count(await giveUpLate(deps, { campaign, emailId: _id, createdAt }, result))
    }
  })
  return untouched
}

/** What became of some emails; they count in the tally of all as well. */
class Tally {
  settled = 0
  deferred = 0
  cancelled = 0
  /** Whether the provider took one. */
  isTaken = false
  /** After how long it may take those that it refused. */
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
    this.settled += 1
    if (result.state === 'sent') this.isTaken = true
    else if (result.reason === 'cancelled') this.cancelled += 1
  }

  /** The provider took nothing of what it was given. */
  get isRefused(): boolean {
    return this.refusedForMs !== null && !this.isTaken
  }
}

// One limit for a project, however many campaigns it sends and parts they have.
const limitGroups = createLimiter({ concurrencyPerKey: GROUPS_AT_ONCE })

/** The emails of a batch's contacts, as far as there are any. */
export async function emailsOf({ projectId, campaignId, contactIds }: CampaignBatchRecord): Promise<Left[]> {
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
  // One in doubt cannot be given up: the provider's own event, or policy, settles it.
  if (!(await Email.exists({ _id: emailId, projectId, status: 'PENDING' }))) return result
  const { reason } = result
  await deps.recorder.record({ projectId, emailId, at: new Date(), key: 'given-up', kind: 'failed', reason })
  return { state: 'withheld', status: 'FAILED', reason }
}
