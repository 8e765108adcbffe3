/** The intervals of the results over time. */
export const SERIES_INTERVALS = ['hour', 'day'] as const
export type SeriesInterval = (typeof SERIES_INTERVALS)[number]

/** What is counted over time. */
export const SERIES = ['sent', 'delivered', 'opens', 'clicks', 'bounces', 'complaints', 'unsubscribes'] as const
export type SeriesName = (typeof SERIES)[number]
