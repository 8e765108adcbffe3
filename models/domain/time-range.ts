/** A range of times, by when the records were stored, from `from` (included) to `until` (not included). */
export interface TimeRange {
  from?: Date | undefined
  until?: Date | undefined
}

/** The conditions of a range on a field of MongoDB; none for a bound that is not given. */
export function timesWithin({ from, until }: TimeRange): { $gte?: Date; $lt?: Date } {
  return { ...(from ? { $gte: from } : {}), ...(until ? { $lt: until } : {}) }
}
