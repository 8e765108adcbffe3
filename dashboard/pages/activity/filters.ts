import { ACTIVITY_TYPES, type ActivityType } from '../../../models/domain/activity.js'
import { readDay } from '../../shared/day.js'

/** The filters of the activity in the address; `types` is separated by commas. */
export interface ActivityFilters {
  types?: string | undefined
  contact?: string | undefined
  from?: string | undefined
  to?: string | undefined
  /** The entry that is open as JSON. */
  open?: string | undefined
}

/** Reads the filters from the address, which is untrusted input. */
export function readActivityFilters({ types, contact, from, to, open }: Record<string, unknown>): ActivityFilters {
  const known = typesIn(typeof types === 'string' ? types : undefined)
  return {
    types: known.length > 0 ? known.join(',') : undefined,
    contact: typeof contact === 'string' && contact !== '' ? contact : undefined,
    from: readDay(from),
    to: readDay(to),
    open: typeof open === 'string' && open !== '' ? open : undefined,
  }
}

/** The types in a filter. */
export function typesIn(types: string | undefined): ActivityType[] {
  const named = types?.split(',') ?? []
  return ACTIVITY_TYPES.filter((type) => named.includes(type))
}

/** Whether any filter is active. */
export function isFiltered({ types, contact, from, to }: ActivityFilters): boolean {
  return [types, contact, from, to].some((value) => value !== undefined)
}

/** The query of the API for these filters. */
export function activityQuery({ types, contact, from, to }: ActivityFilters) {
  return { types, contactId: contact, startDate: from, endDate: to }
}
