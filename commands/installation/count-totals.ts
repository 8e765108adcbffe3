import mongoose from 'mongoose'
import { CampaignBatch } from '../../models/campaign-batch.js'
import { Execution } from '../../models/execution.js'
import type { InstallationTotalsRecord } from '../../models/installation-totals.js'
import { OUTBOX_KINDS, type OutboxKind } from '../../models/outbox-entry.js'

/** Totals count so many outbox entries of a kind, and ten times as many executions; a larger total stays there. */
export const MOST_COUNTED = 10_000

const MODEL_OF: Record<OutboxKind, string> = {
  email: 'Email',
  event: 'Event',
  eventBatch: 'EventBatch',
  contact: 'Contact',
  execution: 'Execution',
  wait: 'Wait',
  campaign: 'Campaign',
  job: 'Job',
  workflow: 'Workflow',
}

/** The totals over all projects, from indexes alone: the entries that wait are few, and counts have a limit. */
export async function countTotals(): Promise<Omit<InstallationTotalsRecord, '_id' | 'at'>> {
  const outbox: InstallationTotalsRecord['outbox'] = {}
  for (const kind of OUTBOX_KINDS) {
    const waiting = await countEntries(MODEL_OF[kind])
    if (waiting) outbox[kind] = waiting
  }
  // Only active executions have the key, and only campaigns with unresolved recipients have batches.
  const isActive = { activeKey: { $gt: '' } }
  const [activeExecutions, campaigns] = await Promise.all([
    Execution.countDocuments(isActive, { hint: { activeKey: 1 }, limit: MOST_COUNTED * 10 }),
    CampaignBatch.distinct('campaignId'),
  ])
  return { outbox, activeExecutions, sendingCampaigns: campaigns.length }
}

async function countEntries(model: string): Promise<{ entries: number; oldest: Date } | null> {
  const [found] = await mongoose.model(model).aggregate<{ entries: number; oldest: Date }>([
    { $match: { 'dispatch.state': 'pending' } },
    { $sort: { 'dispatch.since': 1 } },
    { $limit: MOST_COUNTED },
    {
      $group: {
        _id: null,
        entries: { $sum: 1 },
        oldest: { $min: { $ifNull: ['$dispatch.first', '$dispatch.since'] } },
      },
    },
  ])
  return found ? { entries: found.entries, oldest: found.oldest } : null
}
