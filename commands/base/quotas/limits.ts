import { QUOTA_KINDS, QUOTAS, type QuotaKind } from '../../../models/domain/quotas.js'
import { quotas as settings } from '../../../runtime/config/quotas.js'

/** The settings that hold the quotas. */
export type QuotaSettings = ReturnType<typeof settings.parse>

/** The limit of each kind, in the unit in which usage is counted; null for no quota. */
export type QuotaLimits = Record<QuotaKind, number | null>

let limits = limitsOf(settings.parse({}))

/** The quotas of this process. */
export function quotaLimits(): Readonly<QuotaLimits> {
  return limits
}

/** Sets the quotas of this process, once at its start. They are global because requests and activities need them. */
export function setQuotas(given: QuotaSettings): void {
  limits = limitsOf(given)
}

function limitsOf(given: QuotaSettings): QuotaLimits {
  const limitOf = (kind: QuotaKind): number | null => {
    const { setting, unit } = QUOTAS[kind]
    return given[setting] === 0 ? null : given[setting] * unit
  }
  return Object.fromEntries(QUOTA_KINDS.map((kind) => [kind, limitOf(kind)])) as QuotaLimits
}
