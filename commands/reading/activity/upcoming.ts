import { Campaign } from '../../../models/campaign.js'
import { Execution } from '../../../models/execution.js'

/** A future activity of a project whose time is known. */
export interface Upcoming {
  type: 'campaign.scheduled' | 'workflow.wake'
  at: Date
  contactId: string | null
  metadata: Record<string, unknown>
}

/** The scheduled campaigns of a project, and the ends of waits of its executions, until a moment; soonest first. */
export async function findUpcoming(projectId: string, until: Date, limit: number): Promise<Upcoming[]> {
  const now = new Date()
  const [campaigns, executions] = await Promise.all([
    Campaign.find({ projectId, status: 'SCHEDULED', scheduledFor: { $lte: until } }, { name: 1, scheduledFor: 1 })
      .sort({ scheduledFor: 1, _id: 1 })
      .limit(limit)
      .lean(),
    Execution.find({ projectId, wakeAt: { $gt: now, $lte: until } }, { workflowId: 1, contactId: 1, wakeAt: 1 })
      .sort({ wakeAt: 1, _id: 1 })
      .limit(limit)
      .lean(),
  ])
  const all = [
    ...campaigns.map(({ _id: campaignId, name, scheduledFor: at }): Upcoming => {
      return { type: 'campaign.scheduled', at: at ?? now, contactId: null, metadata: { campaignId, name } }
    }),
    ...executions.map(({ _id: executionId, workflowId, contactId, wakeAt: at }): Upcoming => {
      return { type: 'workflow.wake', at: at ?? now, contactId, metadata: { executionId, workflowId } }
    }),
  ]
  return all.toSorted((one, other) => one.at.getTime() - other.at.getTime()).slice(0, limit)
}
