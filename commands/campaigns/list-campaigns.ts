import { Campaign, type CampaignRecord, type CampaignStatus } from '../../models/campaign.js'
import { containing } from '../../models/domain/text-pattern.js'
import { Segment } from '../../models/segment.js'

/** A query for one page of a project's campaigns. */
export interface CampaignListing {
  projectId: string
  status?: CampaignStatus | undefined
  /** A part of the name, the subject or the sender's address. */
  search?: string | undefined
  sort: 'name' | 'createdAt' | 'updatedAt'
  dir: 'asc' | 'desc'
  page: number
  pageSize: number
}

/** A campaign with the segment of its audience, null for none and for a deleted one. */
export interface ListedCampaign extends CampaignRecord {
  segment: { id: string; name: string } | null
}

/** One page of a project's campaigns, and how many there are in all. */
export async function listCampaigns(listing: CampaignListing): Promise<{ campaigns: ListedCampaign[]; total: number }> {
  const { projectId, status, search, sort, page, pageSize } = listing
  const direction = listing.dir === 'asc' ? 1 : -1
  const filter = {
    projectId,
    ...(status ? { status } : {}),
    ...(search ? { $or: ['name', 'subject', 'from'].map((field) => ({ [field]: containing(search) })) } : {}),
  }
  const [campaigns, total] = await Promise.all([
    Campaign.find(filter)
      .sort({ [sort]: direction, _id: direction })
      .skip((page - 1) * pageSize)
      .limit(pageSize)
      .lean(),
    Campaign.countDocuments(filter),
  ])
  return { campaigns: await withSegments(projectId, campaigns), total }
}

async function withSegments(projectId: string, campaigns: CampaignRecord[]): Promise<ListedCampaign[]> {
  const ids = new Set(campaigns.flatMap(({ segmentId }) => segmentId ?? []))
  const segments = ids.size > 0 ? await Segment.find({ _id: { $in: [...ids] }, projectId }, { name: 1 }).lean() : []
  const byId = new Map(segments.map(({ _id: id, name }) => [id, { id, name }]))
  return campaigns.map((campaign) => ({ ...campaign, segment: byId.get(campaign.segmentId ?? '') ?? null }))
}
