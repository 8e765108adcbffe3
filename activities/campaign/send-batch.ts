import type { CampaignBatchRecord } from '../../models/campaign-batch.js'
import type { CampaignRecord } from '../../models/campaign.js'
import { coalesce } from '../../models/domain/coalesce.js'
import { UNSETTLED } from '../../models/domain/email-status.js'
import { Email } from '../../models/email.js'
import { deliverOne } from '../delivery/deliver-one.js'
import type { DeliveryResult } from '../delivery/deps.js'
import { eachOf } from '../each-of.js'
import type { CampaignDeps } from './deps.js'
import type { Pace } from './pace.js'
import { sendGroup, type GroupContext } from './send-group.js'

// While the provider answers some, the next are claimed and composed, and the last are stored. No more than that: all
// mail of this process takes turns with theirs.
const GROUPS_AT_ONCE = 6
const LEFT_AT_ONCE = 16
// The provider gets a day to take a message, as everywhere.
const GIVE_UP_AFTER_MS = 24 * 3_600_000

/** What became of a batch. */
export interface BatchSent {
  /** How many recipients were settled by this call. */
  settled: number
  /** Whether all were; the others wait for the provider, or for the campaign to go on. */
  isSettled: boolean
}

/**
 * Sends a campaign to the contacts of a batch who have not got it, until `isOver` says so: those who were not claimed
 * yet in groups, then those whose email an earlier call left unsettled.
 */
export async function sendBatch(
  deps: CampaignDeps,
  campaign: CampaignRecord,
  batch: CampaignBatchRecord,
  { pace, isOver }: { pace: Pace; isOver: () => boolean },
): Promise<BatchSent> {
  const { projectId, contactIds } = batch
  const earlier = await emailsOf(batch)
  const counts = { settled: 0, putOff: 0, unclaimed: contactIds.length - batch.claimed, untouched: 0, cancelled: 0 }
  const count = (result: DeliveryResult): void => {
    counts[result.state === 'putOff' ? 'putOff' : 'settled'] += 1
    if (result.state === 'withheld' && result.reason === 'cancelled') counts.cancelled += 1
  }

  const reached = new Set(earlier.map(({ contactId }) => contactId))
  const context: GroupContext = { deps, campaign, batch, pace, reached, count }
  const lanes = Array.from({ length: GROUPS_AT_ONCE }, (_, lane) => lane)
  await eachOf(lanes, GROUPS_AT_ONCE, async () => {
    // What the provider has just put off would be put off again, as what is cancelled would be passed over.
    while (counts.unclaimed > 0 && !isOver() && counts.cancelled + counts.putOff === 0) {
      const wanted = Math.min(pace.groupSize, counts.unclaimed)
      counts.unclaimed -= wanted
      const claimed = await inTurn({ projectId, work: () => sendGroup(context, wanted) })
      // What another worker took meanwhile is for the next call to look at.
      counts.unclaimed += wanted - (claimed ?? 0)
      if (!claimed) return
    }
  })
  const unsettled = earlier.filter(({ status }) => UNSETTLED.includes(status))
  await eachOf(unsettled, LEFT_AT_ONCE, async ({ _id, createdAt }) => {
    if (isOver()) counts.untouched += 1
    else count(await giveUpLate(deps, { projectId, emailId: _id, createdAt }, await deliverOne(deps, projectId, _id)))
  })
  const { settled, putOff, unclaimed, untouched } = counts
  const isAlone = batch.claims.length === 0
  return { settled, isSettled: isAlone && putOff === 0 && unclaimed === 0 && untouched === 0 }
}

/** Works on groups of a project, a few at once whatever the number of its campaigns and their parts. */
const inTurn = coalesce<{ projectId: string; work: () => Promise<number | null> }, number | null>({
  groupOf: ({ projectId }) => projectId,
  maxBatch: 1,
  maxRunsPerGroup: GROUPS_AT_ONCE,
  async run([group]) {
    return [group ? await group.work() : null]
  },
})

/** The emails of a batch's contacts, as far as there are any. */
export async function emailsOf({ projectId, campaignId, contactIds }: CampaignBatchRecord) {
  return Email.find(
    { projectId, campaignId, contactId: { $in: contactIds } },
    { contactId: 1, status: 1, createdAt: 1 },
  ).lean()
}

async function giveUpLate(
  deps: CampaignDeps,
  { projectId, emailId, createdAt }: { projectId: string; emailId: string; createdAt: Date },
  result: DeliveryResult,
): Promise<DeliveryResult> {
  const isLate = Date.now() - createdAt.getTime() > GIVE_UP_AFTER_MS
  // One in doubt cannot be given up: the provider's own event, or policy, settles it.
  if (result.state !== 'putOff' || !isLate || !(await Email.exists({ _id: emailId, projectId, status: 'PENDING' }))) {
    return result
  }
  const { reason } = result
  await deps.recorder.record({ projectId, emailId, at: new Date(), key: 'given-up', kind: 'failed', reason })
  return { state: 'withheld', status: 'FAILED', reason }
}
