import { ACTIVITY_TYPES, type ActivityType } from '../../../models/domain/activity.js'
import { readDay } from '../../shared/day.js'
import { namesIn, searchOf, someOf, text, type SearchOf } from '../../shared/search-params.js'

/** Reads the filters of the activity from its address. */
export const readActivityFilters = searchOf({
  /** Types between commas. */
  types: someOf(ACTIVITY_TYPES),
  contact: text,
  from: readDay,
  to: readDay,
  /** The entry that is open as JSON. */
  open: text,
})

export type ActivityFilters = SearchOf<typeof readActivityFilters>

/** The types in a filter. */
export function typesIn(types: string | undefined): ActivityType[] {
  return ACTIVITY_TYPES.filter((type) => namesIn(types).includes(type))
}

/** Whether any filter is active. */
export function isFiltered({ types, contact, from, to }: ActivityFilters): boolean {
  return [types, contact, from, to].some((value) => value !== undefined)
}

/** The query of the API for these filters. */
export function activityQuery({ types, contact, from, to }: ActivityFilters) {
  return { types, contactId: contact, startDate: from, endDate: to }
}
