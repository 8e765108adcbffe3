/** A range of times, by when the records were stored, from `from` (included) to `until` (not included). */
export interface TimeRange {
  from?: Date | undefined
  until?: Date | undefined
}
