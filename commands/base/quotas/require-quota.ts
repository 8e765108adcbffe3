import type { ClientSession } from 'mongoose'
import { quotaExceeded, type QuotaKind } from '../../../models/domain/quotas.js'
import { lockProject, lockState } from '../records/project-state.js'
import { quotaLimits } from './limits.js'
import { usageOf } from './usage.js'

// What is stored on the shard of the directory. Its transactions must not touch another.
const IN_DIRECTORY: ReadonlySet<QuotaKind> = new Set(['domains', 'invitations', 'keys'])

/**
 * Checks that a project has room for `adding` more of a kind, inside the transaction that creates them. The quota is
 * exact over all processes, because each creation changes one document of the project, so that creations in one project
 * happen one after the other. Throws QUOTA_EXCEEDED.
 */
export async function requireQuota(
  session: ClientSession,
  projectId: string,
  kind: QuotaKind,
  adding = 1,
): Promise<void> {
  const limit = quotaLimits()[kind]
  if (limit === null) return
  await (IN_DIRECTORY.has(kind) ? lockProject(projectId, session) : lockState(projectId, session))
  const used = await usageOf(kind, projectId, session)
  if (used + adding > limit) throw quotaExceeded(kind, limit, used)
}

/**
 * Checks that a project has room for `adding` more of a kind now, outside of a transaction. Concurrent creations may
 * use the same room. Throws QUOTA_EXCEEDED.
 */
export async function requireRoom(projectId: string, kind: QuotaKind, adding = 1): Promise<void> {
  const limit = quotaLimits()[kind]
  if (limit === null) return
  const used = await usageOf(kind, projectId)
  if (used + adding > limit) throw quotaExceeded(kind, limit, used)
}
