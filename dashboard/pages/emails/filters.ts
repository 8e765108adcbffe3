import { daysAfter, startOfDay } from '../../../models/domain/calendar.js'
import { EMAIL_STATUSES, type EmailStatus } from '../../../models/domain/email-status.js'
import { SOURCE_TYPES, type SourceType } from '../../../models/domain/message-kinds.js'
import { readDay } from '../../shared/day.js'
import { oneOf, text } from '../../shared/search-params.js'

/** The origins of an email, as the fields of the address name them. */
export const ORIGINS = ['campaignId', 'templateId', 'workflowId', 'executionId', 'contactId'] as const
export type Origin = (typeof ORIGINS)[number]

// The API finds emails by one of these at a time.
const ALONE = ['sourceType', 'campaignId', 'templateId', 'workflowId'] as const
// The API finds those who unsubscribed among the emails of one of these.
const OF_UNSUBSCRIBED = ['campaignId', 'executionId', 'contactId', 'to'] as const

/** The filters of the list of emails, as its address holds them: by the names of the API. */
export interface EmailFilters extends Partial<Record<Origin, string | undefined>> {
  /** Statuses between commas. */
  status?: string | undefined
  sourceType?: SourceType | undefined
  /** The address of the recipient. */
  to?: string | undefined
  /** The beginning of an address or a domain, a part of the subject, or an id. */
  search?: string | undefined
  /** The first and the last day. */
  startDate?: string | undefined
  endDate?: string | undefined
  /** Only emails by which their recipient unsubscribed. */
  unsubscribed?: true | undefined
}

/** Reads the filters from the address, which is untrusted input. */
export function readEmailFilters(search: Record<string, unknown>): EmailFilters {
  const { status, sourceType, to, search: searched, startDate, endDate, unsubscribed } = search
  const statuses = statusesIn(text(status))
  const origins = ORIGINS.flatMap((origin) => {
    const id = text(search[origin])
    return id === undefined ? [] : [[origin, id] as const]
  })
  return {
    status: statuses.length > 0 ? statuses.join(',') : undefined,
    sourceType: oneOf(SOURCE_TYPES)(sourceType),
    to: text(to),
    search: text(searched),
    startDate: readDay(startDate),
    endDate: readDay(endDate),
    unsubscribed: unsubscribed === true && canTellUnsubscribed(search) ? true : undefined,
    ...Object.fromEntries(origins),
  }
}

/** Whether the list can be filtered by who unsubscribed. */
export function canTellUnsubscribed(filters: EmailFilters | Record<string, unknown>): boolean {
  return OF_UNSUBSCRIBED.some((name) => text((filters as Record<string, unknown>)[name]) !== undefined)
}

/** The filters with a change. Filters that the API cannot combine with the change are dropped. */
export function changeFilters(filters: EmailFilters, change: EmailFilters): EmailFilters {
  const set = ALONE.find((name) => change[name] !== undefined)
  const kept =
    set === undefined ? filters : { ...filters, ...Object.fromEntries(ALONE.map((name) => [name, undefined])) }
  return readEmailFilters({ ...kept, ...change })
}

/** The statuses that a filter names. */
export function statusesIn(status: string | undefined): EmailStatus[] {
  const named = status?.split(',') ?? []
  return EMAIL_STATUSES.filter((one) => named.includes(one))
}

/** Whether anything is filtered. */
export function isFiltered(filters: EmailFilters): boolean {
  return Object.values(filters).some((value) => value !== undefined)
}

/** The query of the API for these filters. */
export function emailQuery({ unsubscribed, ...filters }: EmailFilters) {
  return { ...filters, ...(unsubscribed ? { unsubscribed: 'true' as const } : {}) }
}

/** The filters of an export, whose days are in the time zone of the project. */
export function exportFilter({ startDate, endDate, ...filters }: EmailFilters, zone: string) {
  const end = endDate === undefined ? undefined : startOfDay(zone, daysAfter(endDate, 1)).getTime() - 1
  return {
    ...filters,
    ...(startDate === undefined ? {} : { startDate: startOfDay(zone, startDate).toISOString() }),
    ...(end === undefined ? {} : { endDate: new Date(end).toISOString() }),
  }
}
