import type { CampaignRecord } from '../../models/campaign.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'

/** Which campaign. */
export interface CampaignRef {
  projectId: string
  campaignId: string
}

/** A campaign and what its change set off. */
export interface CampaignChanged {
  campaign: CampaignRecord
  entries: OutboxEntry[]
}

/** What tells the durable execution of a campaign that it changed, or starts it. */
export function entryOf({ _id, projectId }: CampaignRecord): OutboxEntry {
  return { kind: 'campaign', projectId, id: _id }
}
