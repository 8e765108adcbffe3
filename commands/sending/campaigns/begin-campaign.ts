import { Campaign } from '../../../models/campaign.js'
import { Project } from '../../../models/project.js'
import { pauseAtLimit } from './pause-at-limit.js'
import type { BillingSettings } from '../../tenancy/billing/project-limits.js'
import type { CampaignRef } from './find-campaign.js'
import { pauseRunning } from './pause-running.js'
import { sendingFields } from './request-campaign-send.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'

const UNSCHEDULED_WAIT_MS = 7 * 86_400_000

/** The state of a scheduled campaign: it waits for its time, is being sent, or is over. */
export type Beginning = { state: 'waiting'; waitMs: number; at: string } | { state: 'sending' } | { state: 'over' }

/** Begins to send a scheduled campaign when its time has come: SCHEDULED → SENDING. */
export async function beginCampaign(
  ref: CampaignRef & { retentionDays: number } & Partial<BillingSettings>,
): Promise<Beginning> {
  const { projectId, campaignId, retentionDays, hasBilling = false } = ref
  // A lost compare-and-set means that the campaign was changed in between, so that the loop ends.
  for (;;) {
    const campaign = await Campaign.findOne({ _id: campaignId, projectId }).lean()
    if (campaign?.status === 'SENDING') return { state: 'sending' }
    // A member unscheduled it. Its Temporal workflow waits on: if it ended now, it would miss the signal of a send that
    // comes while it ends. It checks once a week, because the deletion of a draft is never signalled.
    if (campaign?.status === 'DRAFT') return { state: 'waiting', waitMs: UNSCHEDULED_WAIT_MS, at: 'no date yet' }
    if (campaign?.status !== 'SCHEDULED') return { state: 'over' }
    const { scheduledFor, updatedAt } = campaign
    const waitMs = (scheduledFor?.getTime() ?? 0) - databaseNow().getTime()
    if (scheduledFor && waitMs > 0) return { state: 'waiting', waitMs, at: scheduledFor.toISOString() }
    await Campaign.updateOne(
      { _id: campaignId, projectId, status: 'SCHEDULED', scheduledFor, updatedAt },
      { $set: await sendingFields(campaign, retentionDays) },
    )
    // A campaign of a disabled project waits until the project is enabled and a member resumes the campaign.
    if (await Project.exists({ _id: projectId, disabled: true })) await pauseRunning({ projectId }, 'PROJECT_DISABLED')
    await pauseAtLimit({ hasBilling }, { projectId, campaignId })
  }
}
