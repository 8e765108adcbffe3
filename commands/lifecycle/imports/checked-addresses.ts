import { createHash } from 'node:crypto'
import type { ClientSession } from 'mongoose'
import { CheckedAddress } from '../../../models/checked-address.js'
import type { JobRef } from '../../base/jobs/advance-job.js'

// No dry run takes as long.
const KEPT_MS = 24 * 60 * 60 * 1000
const HASH_LENGTH = 22

/**
 * Notes the addresses that a slice of a dry run counts as new, in its transaction. Returns how many of them an earlier
 * slice has counted already.
 */
export async function countAgain(
  session: ClientSession,
  { projectId, jobId }: JobRef,
  addresses: ReadonlySet<string>,
): Promise<number> {
  if (addresses.size === 0) return 0
  const ids = [...addresses].map((address) => `${jobId}:${hashOf(address)}`)
  const known = await CheckedAddress.find({ projectId, _id: { $in: ids } }, { _id: 1 }, { session }).lean()
  const again = new Set(known.map(({ _id }) => _id))
  const expiresAt = new Date(Date.now() + KEPT_MS)
  const fresh = ids.filter((id) => !again.has(id)).map((_id) => ({ _id, projectId, expiresAt }))
  if (fresh.length > 0) await CheckedAddress.insertMany(fresh, { session })
  return again.size
}

function hashOf(address: string): string {
  return createHash('sha256').update(address).digest('base64url').slice(0, HASH_LENGTH)
}
