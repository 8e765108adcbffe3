import { Campaign, type CampaignRecord, type CampaignStatus } from '../../../models/campaign.js'
import { WITHOUT_SOURCES } from '../../../models/message.js'
import { Segment } from '../../../models/segment.js'
import { pageOf, type PageQuery } from '../../base/listing/page-of.js'

/**
 * A query for one page of a project's campaigns; `search` is a part of the name, the subject or the sender's address.
 */
export interface CampaignListing extends PageQuery {
  status?: CampaignStatus | undefined
  /** Whether to list the archived campaigns instead of the others. */
  archived: boolean
}

/** A campaign with the segment of its audience, null for none and for a deleted one. */
export interface ListedCampaign extends CampaignRecord {
  segment: { id: string; name: string } | null
}

/** One page of a project's campaigns, and how many there are in all. */
export async function listCampaigns(listing: CampaignListing): Promise<{ campaigns: ListedCampaign[]; total: number }> {
  const { items, total } = await pageOf<CampaignRecord>(Campaign, listing, {
    filter: { archived: listing.archived, ...(listing.status ? { status: listing.status } : {}) },
    searched: ['name', 'subject', 'from'],
    shape: [{ $project: WITHOUT_SOURCES }],
  })
  return { campaigns: await withSegments(listing.projectId, items), total }
}

async function withSegments(projectId: string, campaigns: CampaignRecord[]): Promise<ListedCampaign[]> {
  const ids = new Set(campaigns.flatMap(({ segmentId }) => segmentId ?? []))
  const segments = ids.size > 0 ? await Segment.find({ _id: { $in: [...ids] }, projectId }, { name: 1 }).lean() : []
  const byId = new Map(segments.map(({ _id: id, name }) => [id, { id, name }]))
  return campaigns.map((campaign) => ({ ...campaign, segment: byId.get(campaign.segmentId ?? '') ?? null }))
}
