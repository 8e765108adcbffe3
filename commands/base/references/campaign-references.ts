import type { ClientSession } from 'mongoose'
import { Campaign } from '../../../models/campaign.js'

/** The ids among `ids` that are campaigns of the project. */
export async function knownCampaigns(
  projectId: string,
  ids: readonly string[],
  session?: ClientSession,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const of = { _id: { $in: ids }, projectId }
  const found = await Campaign.find(of, { _id: 1 }, session ? { session } : {}).lean()
  return new Set(found.map(({ _id }) => _id))
}

/** Locks campaigns in a transaction that stores a reference to them: their deletion conflicts with it. */
export async function lockCampaigns(session: ClientSession, projectId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const of = { _id: { $in: ids }, projectId }
  await Campaign.updateMany(of, { $inc: { guard: 1 } }, { session, timestamps: false })
}
