import { ACTIVITY_TYPES, type ActivityType } from '../../../models/domain/activity.js'
import { readDay } from '../../shared/day.js'

/** The filters of the activity, as its address holds them; `types` between commas. */
export interface ActivityFilters {
  types?: string | undefined
  contact?: string | undefined
  from?: string | undefined
  to?: string | undefined
  /** The entry that is open as JSON. */
  open?: string | undefined
}

/** Reads the filters from an address that anybody may have written. */
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

/** The types that a filter names. */
export function typesIn(types: string | undefined): ActivityType[] {
  const named = types?.split(',') ?? []
  return ACTIVITY_TYPES.filter((type) => named.includes(type))
}

/** Whether anything is left out. */
export function isFiltered({ types, contact, from, to }: ActivityFilters): boolean {
  return [types, contact, from, to].some((value) => value !== undefined)
}

/** The query of the API for these filters. */
export function activityQuery({ types, contact, from, to }: ActivityFilters) {
  return { types, contactId: contact, startDate: from, endDate: to }
}
