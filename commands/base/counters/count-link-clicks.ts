import { projectsOf } from '../../../models/by-shard.js'
import type { ClientSession } from 'mongoose'
import { CampaignLink } from '../../../models/campaign-link.js'
import { Campaign } from '../../../models/campaign.js'
import type { OutboxEntry } from '../../../models/outbox-entry.js'
import { updateEach } from '../../../models/update-each.js'
import { linkKey } from './link-clicks.js'

/**
 * Adds the clicks of outbox entries to the links of their campaigns. The same transaction deletes the entries, so that
 * each click counts once. A deleted campaign counts nothing.
 */
export async function countLinkClicks(entries: readonly OutboxEntry[], session: ClientSession): Promise<void> {
  const all = entries.flatMap(({ projectId, linkClicks = [] }) => linkClicks.map((clicks) => ({ projectId, clicks })))
  if (all.length === 0) return
  const existing = await Campaign.find(
    {
      _id: { $in: [...new Set(all.map(({ clicks }) => clicks.campaignId))] },
      projectId: projectsOf(all),
    },
    { _id: 1 },
    { session },
  ).lean()
  const ids = new Set(existing.map(({ _id }) => _id))
  const counted = all.filter(({ clicks }) => ids.has(clicks.campaignId))
  if (counted.length === 0) return
  await updateEach(
    CampaignLink,
    counted.map(({ projectId, clicks: { campaignId, url, clicks, uniqueClicks, firstClickAt, lastClickAt } }) => ({
      filter: { _id: `${campaignId}:${linkKey(url)}`, projectId },
      update: {
        $inc: { clicks, uniqueClicks },
        $min: { firstClickAt },
        $max: { lastClickAt },
        $setOnInsert: { campaignId, url },
      },
      upsert: true as const,
    })),
    session,
  )
}
