import { daysAfter, startOfDay } from '../../../models/domain/calendar.js'
import { EMAIL_STATUSES, type EmailStatus } from '../../../models/domain/email-status.js'
import { SOURCE_TYPES } from '../../../models/domain/message-kinds.js'
import { readDay } from '../../shared/day.js'
import { namesIn, oneOf, searchOf, someOf, text, yes, type SearchOf } from '../../shared/search-params.js'

/** The origins of an email, as the fields of the address name them. */
export const ORIGINS = ['campaignId', 'templateId', 'workflowId', 'executionId', 'contactId'] as const

// The API finds emails by one of these at a time.
const ALONE = ['sourceType', 'campaignId', 'templateId', 'workflowId'] as const
// The API finds those who unsubscribed among the emails of one of these.
const OF_UNSUBSCRIBED = ['campaignId', 'executionId', 'contactId', 'to'] as const

const readParams = searchOf({
  /** Statuses between commas. */
  status: someOf(EMAIL_STATUSES),
  sourceType: oneOf(SOURCE_TYPES),
  /** The address of the recipient. */
  to: text,
  /** The beginning of an address or a domain, a part of the subject, or an id. */
  search: text,
  /** The first and the last day. */
  startDate: readDay,
  endDate: readDay,
  /** Only emails by which their recipient unsubscribed. */
  unsubscribed: yes,
  campaignId: text,
  templateId: text,
  workflowId: text,
  executionId: text,
  contactId: text,
})

/** The filters of the list of emails, as its address holds them: by the names of the API. */
export type EmailFilters = SearchOf<typeof readParams>

/** Reads the filters from the address, which is untrusted input. */
export function readEmailFilters(search: Record<string, unknown>): EmailFilters {
  const filters = readParams(search)
  if (!filters.unsubscribed || canTellUnsubscribed(filters)) return filters
  return { ...filters, unsubscribed: undefined, unread: [...namesIn(filters.unread), 'unsubscribed'].join(',') }
}

/** Whether the list can be filtered by who unsubscribed. */
export function canTellUnsubscribed(filters: EmailFilters): boolean {
  return OF_UNSUBSCRIBED.some((name) => filters[name] !== undefined)
}

/** The filters with a change. Filters that the API cannot combine with the change are dropped. */
export function changeFilters(filters: EmailFilters, change: EmailFilters): EmailFilters {
  const set = ALONE.find((name) => change[name] !== undefined)
  const kept =
    set === undefined ? filters : { ...filters, ...Object.fromEntries(ALONE.map((name) => [name, undefined])) }
  const changed = { ...kept, ...change }
  return readEmailFilters(canTellUnsubscribed(changed) ? changed : { ...changed, unsubscribed: undefined })
}

/** The statuses that a filter names. */
export function statusesIn(status: string | undefined): EmailStatus[] {
  return EMAIL_STATUSES.filter((one) => namesIn(status).includes(one))
}

/** Whether anything is filtered. */
export function isFiltered({ unread: _unread, ...filters }: EmailFilters): boolean {
  return Object.values(filters).some((value) => value !== undefined)
}

/** The query of the API for these filters. */
export function emailQuery({ unsubscribed, unread: _unread, ...filters }: EmailFilters) {
  return { ...filters, ...(unsubscribed ? { unsubscribed: 'true' as const } : {}) }
}

/** The filters of an export, whose days are in the time zone of the project. */
export function exportFilter({ startDate, endDate, unread: _unread, ...filters }: EmailFilters, zone: string) {
  const end = endDate === undefined ? undefined : startOfDay(zone, daysAfter(endDate, 1)).getTime() - 1
  return {
    ...filters,
    ...(startDate === undefined ? {} : { startDate: startOfDay(zone, startDate).toISOString() }),
    ...(end === undefined ? {} : { endDate: new Date(end).toISOString() }),
  }
}
