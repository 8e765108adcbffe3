import { LASTING_STATUSES, TROUBLE_STATUSES, type EmailStatus } from '../../../models/domain/email-status.js'
import { SOURCE_TYPES } from '../../../models/domain/message-kinds.js'
import { timesWithin } from '../../../models/domain/time-range.js'
import { AppError } from '../../../models/domain/errors.js'
import type { EmailFilter } from '../../../models/domain/email-filter.js'
import { ANY_SOURCE, INDEX_OF_ORIGIN } from '../../../models/email.js'
import type { OwnedQuery } from '../../../models/owned-model.js'
import { isEmailId } from './search-emails.js'
import { emailConditions, UNSUBSCRIBED_BY } from './email-conditions.js'

type Filter = OwnedQuery
/** An index by its name or its key. */
export type Index = string | Record<string, 1 | -1>

/**
 * How MongoDB finds the emails of a list: those that meet one of `filters`. The index `hint` has them in their order.
 * It holds exactly these emails, or with `isScanned` also others, which are left out as they are read.
 */
export interface ListingPlan {
  /** MongoDB 6.0 uses a partial index only for one status at a time. So each status has a filter of its own. */
  filters: readonly Filter[]
  hint: Index
  isScanned: boolean
  /** The filter without what the index does not hold. */
  scanned: Filter
  /** The index of the same list by lasting status; null if there is none. */
  hintOfLasting: Index | null
  /** What the scanned emails of a search meet, by which they are counted; null without a search that scans. */
  searched: Filter | null
}

// A contact, an address and an execution have few emails. So all other filters may be applied to these.
const NARROW = ['executionId', 'contactId', 'to'] as const
// These may have all emails of a project, and no index holds two of them.
const WIDE = ['campaignId', 'templateId', 'workflowId', 'sourceType'] as const
const INDEXES: Record<(typeof NARROW)[number] | 'campaignId' | 'templateId' | 'workflowId', Index> = {
  ...INDEX_OF_ORIGIN,
  contactId: { projectId: 1, contactId: 1, createdAt: -1, _id: -1 },
  to: 'by_address',
}
const INDEXED_STATUSES = {
  campaignId: { hint: 'campaign_statuses', indexed: LASTING_STATUSES },
  templateId: { hint: 'template_troubles', indexed: TROUBLE_STATUSES },
  workflowId: { hint: 'workflow_troubles', indexed: TROUBLE_STATUSES },
} as const

/**
 * Chooses the index of a list of emails. `addresses` are all that its search text stands for, if they are known. Throws
 * VALIDATION_ERROR for filters that no index can answer together.
 */
export function planListing(
  projectId: string,
  filters: EmailFilter,
  addresses: readonly string[] | null = null,
): ListingPlan {
  const narrow = NARROW.find((name) => filters[name] !== undefined)
  const wide = WIDE.filter((name) => filters[name] !== undefined)
  if (!narrow && wide.length > 1)
    throw refusal(wide, 'Use only one of these filters, or add executionId, contactId or to')
  if (!narrow && filters.unsubscribed && filters.campaignId === undefined) {
    throw refusal(['unsubscribed'], 'Requires campaignId, executionId, contactId or to')
  }
  const { from, until } = filters
  const base = { projectId, ...(from || until ? { createdAt: timesWithin(filters) } : {}) }
  if (narrow) return planNarrow(base, narrow, filters)
  const { search } = filters
  if (search !== undefined && isEmailId(search)) return planOne(base, filters)
  if (search !== undefined && addresses) return planAddresses(base, { ...filters, search: undefined }, addresses)
  const [origin] = wide
  if (origin === undefined || origin === 'sourceType') {
    const scanned = { ...base, ...(filters.sourceType ? { sourceType: filters.sourceType } : ANY_SOURCE) }
    return planWide(scanned, filters, { hint: 'by_source', byStatus: 'by_status', indexed: LASTING_STATUSES })
  }
  const scanned = { ...base, [origin]: filters[origin] }
  if (filters.unsubscribed) {
    const left = { ...scanned, ...UNSUBSCRIBED_BY }
    return planWide(left, filters, { hint: 'campaign_unsubscribed', byStatus: null, indexed: [] })
  }
  const { hint: byStatus, indexed } = INDEXED_STATUSES[origin]
  return planWide(scanned, filters, { hint: INDEXES[origin], byStatus, indexed })
}

function planNarrow(base: Filter, narrow: (typeof NARROW)[number], filters: EmailFilter): ListingPlan {
  const all = emailConditions(filters)
  return {
    filters: [{ ...base, ...all }],
    hint: INDEXES[narrow],
    isScanned: Object.keys(all).length > 1,
    scanned: { ...base, [narrow]: all[narrow] },
    hintOfLasting: null,
    searched: null,
  }
}

function planOne(base: Filter, filters: EmailFilter): ListingPlan {
  const filter = { ...base, ...emailConditions(filters) }
  return { filters: [filter], hint: '_id_', isScanned: false, scanned: filter, hintOfLasting: null, searched: null }
}

function planAddresses(base: Filter, filters: EmailFilter, addresses: readonly string[]): ListingPlan {
  const to = { $in: [...addresses] }
  const others = emailConditions(filters)
  return {
    filters: [{ ...base, ...others, to }],
    hint: INDEXES.to,
    isScanned: Object.keys(others).length > 0,
    scanned: { ...base, to },
    hintOfLasting: null,
    searched: null,
  }
}

interface WideIndexes {
  hint: Index
  byStatus: string | null
  /** The statuses that the index `byStatus` holds. */
  indexed: readonly EmailStatus[]
}

function planWide(
  scanned: Filter,
  { statuses, search }: Pick<EmailFilter, 'statuses' | 'search'>,
  { hint, byStatus, indexed }: WideIndexes,
): ListingPlan {
  const hintOfLasting = indexed === LASTING_STATUSES ? byStatus : null
  if (search !== undefined) {
    const searched = emailConditions({ statuses, search })
    const filters = ofEachSource({ ...scanned, ...searched })
    return { filters, hint, isScanned: true, scanned, hintOfLasting, searched: { ...scanned, ...searched } }
  }
  const searched = null
  if (!statuses) return { filters: [scanned], hint, isScanned: false, scanned, hintOfLasting, searched }
  if (byStatus !== null && statuses.every((status) => indexed.includes(status))) {
    const filters = statuses.flatMap((status) => ofEachSource({ ...scanned, listedStatus: status }))
    return { filters, hint: byStatus, isScanned: false, scanned, hintOfLasting, searched }
  }
  const filters = ofEachSource({ ...scanned, status: { $in: statuses } })
  return { filters, hint, isScanned: true, scanned, hintOfLasting, searched }
}

// Of several filters, MongoDB merges only those that lead to one range of an index each.
function ofEachSource(filter: Filter): Filter[] {
  if (filter['sourceType'] !== ANY_SOURCE.sourceType) return [filter]
  return SOURCE_TYPES.map((sourceType) => ({ ...filter, sourceType }))
}

function refusal(fields: readonly string[], message: string): AppError {
  return new AppError('VALIDATION_ERROR', 'These filters cannot be combined', {
    errors: fields.map((field) => ({ field, message, code: 'custom' as const })),
  })
}
