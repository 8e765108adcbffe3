import { oneOf, searchOf } from '../../shared/search-params.js'

/** The spans of the figures on the start page, in days up to today. */
export const SPANS = [1, 7, 30] as const
export const USUAL_SPAN = 7

/** Reads the span from the address. */
export const readSpan = searchOf({ days: oneOf(SPANS) })
