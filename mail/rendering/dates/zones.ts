import { LRUCache } from 'lru-cache'
import { clockOffsetMs, isTimeZone, zoneClock } from '../../../models/domain/time-zone.js'

/** A time zone of the IANA database, or a fixed offset. */
export interface Zone {
  /** Empty for an offset. */
  name: string
  /** How many milliseconds its clocks are ahead of UTC at a moment. */
  offsetMs: (atMs: number) => number
}

// The creation of a clock takes fifty times as long as a reading.
const MAX_ZONES = 200
const MAX_NAME_LENGTH = 64
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const known = new LRUCache<string, Zone>({ max: MAX_ZONES })

/** The zone of a name in the IANA database. Throws RangeError for an unknown one. */
export function zoneOf(name: string): Zone {
  const zone = known.get(name) ?? createZone(name)
  known.set(name, zone)
  return zone
}

/**
 * The zone that an author gives to a filter: a name, an offset such as `+02:00`, or the minutes of JavaScript, which
 * are positive to the west of Greenwich. Null for no zone. Throws RangeError for an unknown one.
 */
export function authorsZone(given: unknown): Zone | null {
  if (given === undefined || given === null || given === '') return null
  if (typeof given === 'number') return fixed(-given)
  if (typeof given !== 'string') throw new RangeError('Not a time zone')
  const text = given.trim()
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(text) ?? []
  if (sign) return fixed((sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)))
  if (/^[+-]?\d{1,4}$/.test(text)) return fixed(-Number(text))
  return zoneOf(text === 'Z' ? 'UTC' : text)
}

function createZone(name: string): Zone {
  if (name.length > MAX_NAME_LENGTH || !isTimeZone(name)) throw new RangeError('Not a time zone')
  const clock = zoneClock(name)
  return { name, offsetMs: (atMs) => clockOffsetMs(clock, atMs) }
}

function fixed(minutesEast: number): Zone {
  if (!Number.isFinite(minutesEast)) throw new RangeError('Not a time zone')
  return { name: '', offsetMs: () => minutesEast * MINUTE_MS }
}

/** The moment at which the clocks of a zone show a time, the later one for a time that they skip. */
export function instantOf(wallMs: number, { offsetMs }: Zone): number {
  // Between these two a change of the clocks lies, if any is near.
  const [before, after] = [offsetMs(wallMs - DAY_MS), offsetMs(wallMs + DAY_MS)]
  return offsetMs(wallMs - before) === before || offsetMs(wallMs - after) !== after ? wallMs - before : wallMs - after
}
