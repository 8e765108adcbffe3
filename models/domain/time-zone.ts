const STEP_MS = 86_400_000
const OFFSET = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/

/** The clock of a time zone. Callers keep it, because creating one takes fifty times as long as reading it. */
export type ZoneClock = Intl.DateTimeFormat

/** The clock of a zone in the IANA database. Throws a RangeError for an unknown zone. */
export function zoneClock(zone: string): ZoneClock {
  return new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
}

/** The clock of Coordinated Universal Time. */
export const UTC_CLOCK = zoneClock('UTC')

/**
 * Whether a text is the name of a zone in the IANA database, such as `Europe/Berlin`. Offsets such as `+01:00` are
 * refused, because they have no daylight saving time, and some versions of Node do not accept them.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false
  try {
    return zoneClock(name).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The milliseconds by which a clock is ahead of UTC at a moment. */
export function clockOffsetMs(clock: ZoneClock, atMs: number): number {
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = OFFSET.exec(clock.format(atMs)) ?? []
  const offsetMs = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000
  return sign === '-' ? -offsetMs : offsetMs
}

/**
 * The moment, in milliseconds, at which the clocks of a zone show a local time. `clockMs` is the moment at which UTC
 * clocks show it. Of a time that occurs twice, the function returns the first. It reads a skipped time by the offset
 * before the gap (RFC 5545, 3.3.5).
 */
export function momentAt(clock: ZoneClock, clockMs: number): number {
  // Offsets are far shorter than a day, so these moments are before and after the local time in every zone.
  const before = clockOffsetMs(clock, clockMs - STEP_MS)
  const after = clockOffsetMs(clock, clockMs + STEP_MS)
  if (before === after || clockOffsetMs(clock, clockMs - before) === before) return clockMs - before
  return clockOffsetMs(clock, clockMs - after) === after ? clockMs - after : clockMs - before
}

/**
 * The first moment after `fromMs`, up to `toMs`, at which the offset of a zone changes; null when it does not change.
 * No zone changes its offset twice in a day, which allows a bisection.
 */
export function clockChange(clock: ZoneClock, fromMs: number, toMs: number): number | null {
  const before = clockOffsetMs(clock, fromMs)
  for (let evenMs = fromMs; evenMs < toMs; evenMs += STEP_MS) {
    const endMs = Math.min(evenMs + STEP_MS, toMs)
    if (clockOffsetMs(clock, endMs) !== before) return firstChange(clock, before, evenMs, endMs)
  }
  return null
}

function firstChange(clock: ZoneClock, before: number, evenMs: number, changedMs: number): number {
  let [even, changed] = [evenMs, changedMs]
  while (changed - even > 1) {
    const middle = Math.floor((even + changed) / 2)
    if (clockOffsetMs(clock, middle) === before) even = middle
    else changed = middle
  }
  return changed
}
