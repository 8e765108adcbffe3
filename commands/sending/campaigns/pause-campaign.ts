import { Campaign, type CampaignRecord } from '../../../models/campaign.js'
import type { BillingSettings } from '../../tenancy/billing/project-limits.js'
import { requireRoom } from '../../tenancy/billing/reserve-emails.js'
import { changeAndEnqueue, stateConflict, type CampaignRef } from './find-campaign.js'
import { judgeAnew } from './judge-campaigns.js'
import { notifyOfPause } from './pause-running.js'
import { waitUntilNothingLeaves } from './wait-until-nothing-leaves.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'

/**
 * Pauses a campaign that is being sent. No message leaves after the return: the function waits for the submission of
 * messages that were claimed before, for `patienceMs` at most. The members are notified, except the one with `userId`,
 * who pauses it. Throws CAMPAIGN_NOT_FOUND, and CONFLICT when the campaign is paused already or not being sent.
 */
export async function pauseCampaign(
  { userId = null, ...ref }: CampaignRef & { userId?: string | null },
  patienceMs?: number,
): Promise<CampaignRecord> {
  const campaign = await inTransaction(async (session) => {
    const paused = await Campaign.findOneAndUpdate(
      { _id: ref.campaignId, projectId: ref.projectId, status: 'SENDING', pausedAt: null },
      { $set: { pausedAt: databaseNow() } },
      { returnDocument: 'after', session },
    ).lean()
    const pause = { reason: userId === null ? 'API_KEY' : 'MEMBER', byUserId: userId } as const
    if (paused) await notifyOfPause(ref, paused, pause, session)
    return paused
  })
  if (!campaign) throw await stateConflict(ref, 'paused')
  return waitUntilNothingLeaves(campaign, patienceMs)
}

/**
 * Resumes a paused campaign. One that was paused for its reputation is then judged by mail that is sent after this.
 * Throws CAMPAIGN_NOT_FOUND, CONFLICT when it is not paused, and BILLING_LIMIT_EXCEEDED
 * while the limit of the month is used up.
 */
export async function resumeCampaign(
  ref: CampaignRef,
  settings: BillingSettings = { hasBilling: false },
): Promise<CampaignRecord> {
  const { projectId, campaignId } = ref
  const paused = await Campaign.findOne({ _id: campaignId, projectId }, { pausedAt: 1, pausedReason: 1 }).lean()
  const { pausedAt, pausedReason = null } = paused ?? { pausedAt: null }
  if (pausedAt) await requireRoom(settings, { projectId, category: 'campaigns' })
  const resumed =
    pausedAt &&
    (await changeAndEnqueue(
      { _id: campaignId, projectId, status: 'SENDING', pausedAt },
      {
        $set: { pausedAt: null, pausedReason: null },
        $inc: { pausedMs: Math.max(0, databaseNow().getTime() - pausedAt.getTime()) },
      },
      async (session) => {
        if (pausedReason !== 'EMAIL_REPUTATION') return
        await judgeAnew({ _id: campaignId, projectId }, databaseNow(), session)
      },
    ))
  if (!resumed) throw await stateConflict(ref, 'resumed')
  return resumed
}
