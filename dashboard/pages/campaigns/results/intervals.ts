/** The intervals of the results over time. */
export const SERIES_INTERVALS = ['hour', 'day'] as const
export type SeriesInterval = (typeof SERIES_INTERVALS)[number]
