const STEP_MS = 86_400_000
const OFFSET = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/

const FORTNIGHT_MS = 14 * STEP_MS
const FIRST_CHANGE_MS = Date.UTC(1900, 0, 1)
const LAST_CHANGE_MS = Date.UTC(2060, 0, 1)

/**
 * The offsets of a zone, in milliseconds: `offsetsMs[i]` is that before the moment `atMs[i]`, and the last one is that
 * after all moments.
 */
export interface ZoneChanges {
  atMs: number[]
  offsetsMs: number[]
}

/** The clock of a time zone. Callers keep it, because creating one takes fifty times as long as reading it. */
export class ZoneClock extends Intl.DateTimeFormat {
  #changes: ZoneChanges | null = null

  /** The changes between 1900 and 2060. The first call takes some ten milliseconds. */
  changes(): ZoneChanges {
    this.#changes ??= findChanges(this)
    return this.#changes
  }
}

/** The clock of a zone in the IANA database. Throws a RangeError for an unknown zone. */
export function zoneClock(zone: string): ZoneClock {
  return new ZoneClock('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
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

// No two changes within a fortnight cancel each other out.
function findChanges(clock: ZoneClock): ZoneChanges {
  const changes: ZoneChanges = { atMs: [], offsetsMs: [clockOffsetMs(clock, FIRST_CHANGE_MS)] }
  let fromMs = FIRST_CHANGE_MS
  while (fromMs < LAST_CHANGE_MS) {
    const toMs = fromMs + FORTNIGHT_MS
    const isSame = clockOffsetMs(clock, toMs) === changes.offsetsMs.at(-1)
    const changeMs = isSame ? null : clockChange(clock, fromMs, toMs)
    fromMs = changeMs ?? toMs
    if (changeMs === null) continue
    changes.atMs.push(changeMs)
    changes.offsetsMs.push(clockOffsetMs(clock, changeMs))
  }
  return changes
}
