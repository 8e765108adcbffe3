import { CampaignBatch } from '../../../models/campaign-batch.js'
import { Execution } from '../../../models/execution.js'
import type { InstallationTotalsRecord } from '../../../models/installation-totals.js'
import { acrossProjects } from '../../../models/owned-model.js'
import { countParked } from '../outbox/count-parked.js'
import { countWaiting, MOST_COUNTED } from '../outbox/count-waiting.js'

const WHY = 'totals of the installation'
// Only active executions have the key. MongoDB reads the index alone if the query has both of its fields.
const IN_INDEX = { projectId: { $gt: '' }, activeKey: { $gt: '' } }

/** The totals over all projects. They are cheap: every count has a limit or reads an index with few entries. */
export async function countTotals(): Promise<Omit<InstallationTotalsRecord, '_id' | 'at'>> {
  const waiting = await countWaiting()
  const outbox = Object.fromEntries(waiting.map(({ kind, count: entries, oldest }) => [kind, { entries, oldest }]))
  // Only campaigns with unresolved recipients have batches.
  const isActive = acrossProjects(IN_INDEX, WHY)
  const [activeExecutions, campaigns, parked] = await Promise.all([
    Execution.countDocuments(isActive, { hint: { projectId: 1, activeKey: 1 }, limit: MOST_COUNTED * 10 }),
    CampaignBatch.distinct('campaignId', acrossProjects({}, WHY)),
    countParked(),
  ])
  return { outbox, parked, activeExecutions, sendingCampaigns: campaigns.length }
}
