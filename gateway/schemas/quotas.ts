import { z } from 'zod'
import { QUOTA_KINDS, QUOTAS, type QuotaKind } from '../../models/domain/quotas.js'

const Quota = z
  .object({
    limit: z
      .int()
      .nullable()
      .meta({ examples: [500], description: 'Null for no quota.' }),
    used: z
      .int()
      .min(0)
      .meta({ examples: [3] }),
  })
  .meta({ id: 'Quota', description: 'How many the project may have, and how many it has.' })

const quotaOf = (kind: QuotaKind) => Quota.meta({ description: `How many ${QUOTAS[kind].noun}.` })

/** The quotas of a project by what they limit. */
export const QuotasResponse = z
  .object(Object.fromEntries(QUOTA_KINDS.map((kind) => [kind, quotaOf(kind)])) as Record<QuotaKind, typeof Quota>)
  .meta({ id: 'Quotas' })
