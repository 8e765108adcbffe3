import type { CampaignRecord } from '../../../models/campaign.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { changeAndEnqueue, stateConflict, type CampaignRef } from './find-campaign.js'
import { waitUntilNothingLeaves } from './wait-until-nothing-leaves.js'

const CANCELLABLE = ['SCHEDULED', 'SENDING'] as const

/**
 * Cancels a scheduled campaign or one that is being sent, in the database and then its Temporal workflow execution. No
 * message leaves after the return: each claimed message passes the eligibility check once more, and the function waits
 * for the submission of earlier messages, for `patienceMs` at most. Throws CAMPAIGN_NOT_FOUND, and CONFLICT in any
 * other state.
 */
export async function cancelCampaign(ref: CampaignRef, patienceMs?: number): Promise<CampaignRecord> {
  const cancelled = await changeAndEnqueue(
    { _id: ref.campaignId, projectId: ref.projectId, status: { $in: CANCELLABLE } },
    { $set: { status: 'CANCELLED', pausedAt: null, cancelledAt: databaseNow() } },
  )
  if (!cancelled) throw await stateConflict(ref, 'cancelled')
  return waitUntilNothingLeaves(cancelled, patienceMs)
}
