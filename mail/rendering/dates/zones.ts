import { LRUCache } from 'lru-cache'
import { clockOffsetMs, isTimeZone, zoneClock } from '../../../models/domain/time-zone.js'

/** A time zone of the IANA database, or a fixed offset. */
export interface Zone {
  /** Empty for a fixed offset. */
  name: string
  /** The milliseconds by which the zone's clocks are ahead of UTC at a moment. */
  offsetMs: (atMs: number) => number
}

// Creating a clock takes fifty times as long as reading it.
const MAX_ZONES = 200
const MAX_NAME_LENGTH = 64
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const zones = new LRUCache<string, Zone>({ max: MAX_ZONES })

/** The zone of a name in the IANA database. Throws RangeError for an unknown one. */
export function zoneOf(name: string): Zone {
  const zone = zones.get(name) ?? createZone(name)
  zones.set(name, zone)
  return zone
}

/**
 * The zone that an author gives to a filter: a name, an offset such as `+02:00`, or minutes as in JavaScript, which are
 * positive to the west of Greenwich. Null where the author gives none. Throws RangeError for an unknown zone.
 */
export function authorsZone(input: unknown): Zone | null {
  if (input === undefined || input === null || input === '') return null
  if (typeof input === 'number') return fixed(-input)
  if (typeof input !== 'string') throw new RangeError('Unknown time zone')
  const text = input.trim()
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(text) ?? []
  if (sign) return fixed((sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)))
  if (/^[+-]?\d{1,4}$/.test(text)) return fixed(-Number(text))
  return zoneOf(text === 'Z' ? 'UTC' : text)
}

function createZone(name: string): Zone {
  if (name.length > MAX_NAME_LENGTH || !isTimeZone(name)) throw new RangeError('Unknown time zone')
  const clock = zoneClock(name)
  return { name, offsetMs: (atMs) => clockOffsetMs(clock, atMs) }
}

function fixed(minutesEast: number): Zone {
  if (!Number.isFinite(minutesEast)) throw new RangeError('Unknown time zone')
  return { name: '', offsetMs: () => minutesEast * MINUTE_MS }
}

/** The moment at which the clocks of a zone show a time. For a time that they skip, the later moment. */
export function instantOf(wallMs: number, { offsetMs }: Zone): number {
  // A change of the clocks near this time lies between these two moments.
  const [before, after] = [offsetMs(wallMs - DAY_MS), offsetMs(wallMs + DAY_MS)]
  return offsetMs(wallMs - before) === before || offsetMs(wallMs - after) !== after ? wallMs - before : wallMs - after
}
