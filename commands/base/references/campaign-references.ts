import type { ClientSession } from 'mongoose'
import { Campaign } from '../../../models/campaign.js'
import { CAMPAIGNS_WITH_RECEIPTS, hasReceipts } from '../../../models/domain/campaign-receipt.js'
import { Project } from '../../../models/project.js'

/** The fault of a reference to a campaign that the project does not have. */
export const CAMPAIGN_MISSING = 'Campaign not found'
const TOO_OLD = `Conditions can only name the last ${CAMPAIGNS_WITH_RECEIPTS} campaigns that were sent`

/** Campaigns that conditions name. */
export interface NamedCampaigns {
  /**
   * The numbers of the campaigns that conditions can name, by their ids. A campaign that has not begun to be sent has
   * the number 0: no contact has its receipt.
   */
  numbers: ReadonlyMap<string, number>
  /** Why a condition cannot name a campaign: it does not exist, or contacts no longer hold its receipts. */
  faultOf: (id: string) => string | null
}

/** Reads the campaigns with these ids, which conditions of the project name. */
export async function namedCampaigns(
  projectId: string,
  ids: readonly string[],
  session?: ClientSession,
): Promise<NamedCampaigns> {
  const of = { _id: { $in: ids }, projectId }
  const found = ids.length > 0 ? await Campaign.find(of, { number: 1 }, session ? { session } : {}).lean() : []
  const all = new Map(found.map(({ _id, number = 0 }) => [_id, number]))
  const latest = found.some(({ number }) => number !== undefined) ? await latestNumber(projectId) : 0
  const numbers = new Map([...all].filter(([, number]) => number === 0 || hasReceipts(number, latest)))
  return {
    numbers,
    faultOf: (id) => (numbers.has(id) ? null : all.has(id) ? TOO_OLD : CAMPAIGN_MISSING),
  }
}

// The project is no part of the transaction: a campaign that is sent meanwhile makes at most one other too old.
async function latestNumber(projectId: string): Promise<number> {
  const project = await Project.findOne({ _id: projectId }, { campaignNumber: 1 }).lean()
  return project?.campaignNumber ?? 0
}

/** Locks campaigns in a transaction that stores a reference to them: their deletion conflicts with it. */
export async function lockCampaigns(session: ClientSession, projectId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const of = { _id: { $in: ids }, projectId }
  await Campaign.updateMany(of, { $inc: { guard: 1 } }, { session, timestamps: false })
}
