import { z } from 'zod'
import { QUOTA_KINDS, QUOTAS, type QuotaKind } from '../../models/domain/quotas.js'

const Quota = z
  .object({
    limit: z
      .int()
      .nullable()
      .meta({ examples: [500], description: 'Null if unlimited.' }),
    used: z
      .int()
      .min(0)
      .meta({ examples: [3] }),
  })
  .meta({ id: 'Quota', description: 'The limit and the current usage.' })

const quotaOf = (kind: QuotaKind) => Quota.meta({ description: `Number of ${QUOTAS[kind].noun}.` })

/** The quotas of a project by what they limit. */
export const QuotasResponse = z
  .object(Object.fromEntries(QUOTA_KINDS.map((kind) => [kind, quotaOf(kind)])) as Record<QuotaKind, typeof Quota>)
  .meta({ id: 'Quotas' })
