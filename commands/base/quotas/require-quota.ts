import type { ClientSession } from 'mongoose'
import { quotaExceeded, type QuotaKind } from '../../../models/domain/quotas.js'
import { Project } from '../../../models/project.js'
import { quotaLimits } from './limits.js'
import { usageOf } from './usage.js'

/**
 * Checks that a project has room for `adding` more of a kind, inside the transaction that creates them. The quota is
 * exact over all processes, because each creation changes the project's document, so that creations in one project
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
  await Project.updateOne({ _id: projectId }, { $inc: { admissions: 1 } }, { session, timestamps: false })
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
