import { CampaignBatch } from '../../../models/campaign-batch.js'
import { Execution } from '../../../models/execution.js'
import type { InstallationTotalsRecord } from '../../../models/installation-totals.js'
import { countParked } from '../outbox/count-parked.js'
import { countWaiting, MOST_COUNTED } from '../outbox/count-waiting.js'

/** The totals over all projects. They are cheap: every count has a limit or reads an index with few entries. */
export async function countTotals(): Promise<Omit<InstallationTotalsRecord, '_id' | 'at'>> {
  const waiting = await countWaiting()
  const outbox = Object.fromEntries(waiting.map(({ kind, count: entries, oldest }) => [kind, { entries, oldest }]))
  // Only active executions have the key, and only campaigns with unresolved recipients have batches.
  const isActive = { activeKey: { $gt: '' } }
  const [activeExecutions, campaigns, parked] = await Promise.all([
    Execution.countDocuments(isActive, { hint: { activeKey: 1 }, limit: MOST_COUNTED * 10 }),
    CampaignBatch.distinct('campaignId'),
    countParked(),
  ])
  return { outbox, parked, activeExecutions, sendingCampaigns: campaigns.length }
}
