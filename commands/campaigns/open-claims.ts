import { CampaignBatch, type CampaignBatchRecord } from '../../models/campaign-batch.js'
import { Email } from '../../models/email.js'
import { waitUntil } from '../../runtime/concurrency/wait-until.js'

/** The filter for batches with an open claim. */
export const HELD = { 'claims.at': { $gt: new Date(0) } }

type Holding = Pick<CampaignBatchRecord, 'contactIds' | 'claims'>

/**
 * The ids of those of these emails that a campaign has claimed and that are not stored yet. Every other email that
 * exists can be read from here on, because a claim is closed only when its last email is stored.
 */
export async function findUnstored(emails: { projectId: string; emailId: string }[]): Promise<Set<string>> {
  if (emails.length === 0) return new Set()
  const projectIds = [...new Set(emails.map(({ projectId }) => projectId))]
  const held = await CampaignBatch.find({ projectId: { $in: projectIds }, ...HELD }, { 'claims.emailIds': 1 }).lean<
    Holding[]
  >()
  const inClaims = new Set(held.flatMap(({ claims }) => claims.flatMap(({ emailIds }) => emailIds)))
  const claimed = emails.map(({ emailId }) => emailId).filter((id) => inClaims.has(id))
  if (claimed.length === 0) return new Set()
  const stored = await Email.find({ _id: { $in: claimed }, projectId: { $in: projectIds } }, { _id: 1 }).lean()
  const ids = new Set(stored.map(({ _id }) => _id))
  return new Set(claimed.filter((id) => !ids.has(id)))
}

/** Whether a campaign has an open claim on one of these contacts, whose message may be leaving. */
export async function areClaimed(projectId: string, contactIds: string[]): Promise<boolean> {
  const held = await CampaignBatch.find(
    { projectId, ...HELD, contactIds: { $in: contactIds } },
    { contactIds: 1, 'claims.from': 1, 'claims.to': 1 },
  ).lean<Holding[]>()
  const wanted = new Set(contactIds)
  return held.some(({ contactIds: places, claims }) =>
    claims.some(({ from, to }) => places.slice(from, to).some((id) => wanted.has(id))),
  )
}

/** Waits until no campaign has a claim on any of these contacts, for `patienceMs` at most. */
export async function waitForClaims(projectId: string, contactIds: string[], patienceMs: number): Promise<void> {
  await waitUntil(async () => !(await areClaimed(projectId, contactIds)), patienceMs)
}
