/** The intervals of the results over time. */
export const SERIES_INTERVALS = ['hour', 'day'] as const
