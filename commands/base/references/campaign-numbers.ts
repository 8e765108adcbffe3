import { LRUCache } from 'lru-cache'
import { Campaign } from '../../../models/campaign.js'
import { Project } from '../../../models/project.js'

const MANY_CAMPAIGNS = 10_000

// A campaign that has a number keeps it.
const numbers = new LRUCache<string, number>({ max: MANY_CAMPAIGNS })

/** A new number for a campaign of the project that begins to be sent. Later campaigns have greater numbers. */
export async function nextCampaignNumber(projectId: string): Promise<number> {
  const update = { $inc: { campaignNumber: 1 } }
  const project = await Project.findOneAndUpdate({ _id: projectId }, update, {
    projection: { campaignNumber: 1 },
    returnDocument: 'after',
    timestamps: false,
  }).lean()
  return project?.campaignNumber ?? 0
}

/**
 * The numbers of campaigns of a project, by their ids. Campaigns that were deleted or have not begun to be sent have
 * none.
 */
export async function campaignNumbersOf(projectId: string, ids: Iterable<string>): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  const missing: string[] = []
  for (const id of new Set(ids)) {
    const number = numbers.get(`${projectId}:${id}`)
    if (number === undefined) missing.push(id)
    else found.set(id, number)
  }
  if (missing.length === 0) return found
  const read = await Campaign.find({ _id: { $in: missing }, projectId }, { number: 1 }).lean()
  for (const { _id, number } of read) {
    if (number === undefined) continue
    numbers.set(`${projectId}:${_id}`, number)
    found.set(_id, number)
  }
  return found
}
