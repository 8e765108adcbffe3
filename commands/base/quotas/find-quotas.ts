import { QUOTA_KINDS, type QuotaKind } from '../../../models/domain/quotas.js'
import { quotaLimits } from './limits.js'
import { usageOf } from './usage.js'

/** A quota of a project and how much of it is used; `limit` is null if there is no quota. */
export interface QuotaUse {
  limit: number | null
  used: number
}

/** All quotas of a project. */
export async function findQuotas(projectId: string): Promise<Record<QuotaKind, QuotaUse>> {
  const uses = QUOTA_KINDS.map(async (kind) => {
    const used = await usageOf(kind, projectId)
    return [kind, { limit: quotaLimits()[kind], used }] as const
  })
  return Object.fromEntries(await Promise.all(uses)) as Record<QuotaKind, QuotaUse>
}
