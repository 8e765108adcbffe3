import type { ClientSession } from 'mongoose'
import { invalid } from '../../../models/domain/errors.js'
import { campaignReferences } from '../../../models/domain/workflow-segments.js'
import type { WorkflowRecord } from '../../../models/workflow.js'
import { lockCampaigns, namedCampaigns } from './campaign-references.js'

/**
 * Locks the campaigns that an enabled workflow newly refers to, in the transaction that stores the workflow. The lock
 * makes this transaction conflict with the deletion of a campaign: one of the two is retried and sees the other. Throws
 * VALIDATION_ERROR with the field of each campaign that is deleted.
 */
export async function lockNeededCampaigns(
  session: ClientSession,
  { before, after }: { before: WorkflowRecord; after: WorkflowRecord },
): Promise<void> {
  if (!after.enabled) return
  const idsBefore = new Set(before.enabled ? campaignReferences(before).map(({ campaignId }) => campaignId) : [])
  const references = campaignReferences(after).filter(({ campaignId }) => !idsBefore.has(campaignId))
  const ids = [...new Set(references.map(({ campaignId }) => campaignId))]
  await lockCampaigns(session, after.projectId, ids)
  const { faultOf } = await namedCampaigns(after.projectId, ids, session)
  const errors = references.flatMap(({ campaignId, field }) => {
    const message = faultOf(campaignId)
    return message === null ? [] : [{ field, message, code: 'custom' as const }]
  })
  if (errors.length > 0) throw invalid(errors)
}
