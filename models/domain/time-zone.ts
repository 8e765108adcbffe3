const STEP_MS = 86_400_000
const OFFSET = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/

/** The clocks of one time zone. Making one takes fifty times as long as asking it, so that callers keep it. */
export type ZoneClock = Intl.DateTimeFormat

/** The clocks of a zone of the IANA database. Throws a RangeError for an unknown zone. */
export function zoneClock(zone: string): ZoneClock {
  return new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
}

/**
 * Whether the text is the name of a zone in the IANA database, such as `Europe/Berlin`. Offsets such as `+01:00`
 * are none: they know no summer time, and not every version of Node takes them.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false
  try {
    return zoneClock(name).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** How far the clocks of a zone are ahead of UTC at a moment; both in milliseconds. */
export function clockOffsetMs(clock: ZoneClock, atMs: number): number {
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = OFFSET.exec(clock.format(atMs)) ?? []
  const offsetMs = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000
  return sign === '-' ? -offsetMs : offsetMs
}

/**
 * The first moment after `fromMs`, and at `toMs` at the latest, at which the clocks of a zone show another offset
 * than before; null when they run evenly. No zone changes them twice in a day.
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
