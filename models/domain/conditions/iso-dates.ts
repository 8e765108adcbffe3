const MONTH_AND_DAY = [
  '(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])',
  '(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)',
  '02-(?:0[1-9]|1[0-9]|2[0-8])',
].join('|')
const LEAP_YEAR = '(?:(?:[02468][048]|[13579][26])00|[0-9]{2}(?:0[48]|[2468][048]|[13579][26]))'
const DAY = `(?:[0-9]{4}-(?:${MONTH_AND_DAY})|${LEAP_YEAR}-02-29)`
const CLOCK = '(?:[01][0-9]|2[0-3]):[0-5][0-9]'
const TIME = `${CLOCK}(?::[0-5][0-9](?:\\.[0-9]{1,9})?)?`
const ZONE = '(?:Z|[+-](?:[01][0-9]|2[0-3]):?[0-5][0-9])'
// A dollar sign would also match before a final line break.
const END = '(?![\\s\\S])'

// JavaScript and MongoDB agree on the texts that these patterns match, but not on other texts.

/** A day of the calendar, as `YYYY-MM-DD`. */
export const DAY_PATTERN = `^${DAY}${END}`
/** An ISO 8601 date-time with an offset; seconds and fractions are optional. */
export const INSTANT_PATTERN = `^${DAY}T${TIME}${ZONE}${END}`
/** An ISO 8601 date-time without an offset, which needs a time zone. */
export const LOCAL_PATTERN = `^${DAY}T${TIME}${END}`
/** A date, or a date-time with an offset. A day that does not exist is plain text. */
export const ISO_PATTERN = `^${DAY}(?:T${TIME}${ZONE})?${END}`

/** Formats of date-times whose texts sort in the order of their instants, the coarsest first; `ms` is the precision. */
export const SORTED_SHAPES = [
  { pattern: `^${DAY}T${CLOCK}:[0-5][0-9]Z${END}`, ms: 1_000, textOf: (iso: string) => `${iso.slice(0, 19)}Z` },
  { pattern: `^${DAY}T${CLOCK}:[0-5][0-9]\\.[0-9]{3}Z${END}`, ms: 1, textOf: (iso: string) => iso },
]

// linear: digits and signs behind ^, and one run of digits.
const ISO = new RegExp(ISO_PATTERN)
const DAY_LENGTH = 'YYYY-MM-DD'.length
const DAY_MS = 86_400_000

/** A date in UTC: an instant, or the day from `from` to before `to`. Days differ in other zones. */
export interface DateMeaning {
  from: Date
  to: Date | null
}

/** Reads a date, or a date-time with an offset; null for any other text. */
export function readIsoDate(text: string): DateMeaning | null {
  if (!ISO.test(text)) return null
  const from = new Date(text)
  return { from, to: text.length === DAY_LENGTH ? new Date(from.getTime() + DAY_MS) : null }
}
