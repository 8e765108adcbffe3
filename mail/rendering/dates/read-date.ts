import { instantOf, type Zone } from './zones.js'

/** A date as it is printed: what the clocks of its zone show, and the moment itself. */
export interface ZonedDate {
  /** The clocks of the zone, in the UTC fields of a date. */
  wall: Date
  instantMs: number
  zone: Zone
}

/** A date as it is written: a moment, or what a clock of some zone shows. */
type Written = { instantMs: number } | { wallMs: number; isDay: boolean }

// A text above this length is no date.
const MAX_LENGTH = 100
const ISO =
  /^(\d{4})-(\d\d)(?:-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)? ?(Z|[+-]\d\d(?::?\d\d)?)?)?)?$/i
// What Date.parse understands as the end of a text with a zone: a name, an offset, and a comment.
const NAMED_ZONE = /(?:^|[\s\d])(?:Z|UTC?|GMT|[ECMP][SD]T)(?: ?[+-]\d{1,2}(?::?\d\d)?)?(?: ?\([^()]*\))?$/i
const OFFSET = /:\d\d(?:\.\d{1,9})?(?: ?[AP]M)? ?[+-]\d\d:?\d\d(?: ?\([^()]*\))?$/i
const TIME = /\d:\d\d|\d ?[AP]M\b/i

/**
 * Reads a value as a date, whatever the zone of this process: numbers and digits are seconds since 1970, a text with a
 * zone or an offset is a moment, and one without is what the clocks of the project show. `shown` is the zone that the
 * author wants to see, where that is not the project's. Null for a value that is no date.
 */
export function readDate(value: unknown, project: Zone, shown: Zone | null): ZonedDate | null {
  const written = readValue(value)
  if (written === null) return null
  const zone = shown ?? project
  // A day alone has no moment that could be another day elsewhere.
  if ('wallMs' in written && (shown === null || written.isDay)) {
    return checked({ wall: new Date(written.wallMs), instantMs: instantOf(written.wallMs, zone), zone })
  }
  const instantMs = 'wallMs' in written ? instantOf(written.wallMs, project) : written.instantMs
  return checked({ wall: new Date(instantMs + zone.offsetMs(instantMs)), instantMs, zone })
}

function checked(date: ZonedDate): ZonedDate | null {
  return Number.isNaN(date.wall.getTime()) ? null : date
}

function readValue(value: unknown): Written | null {
  if (value === 'now' || value === 'today') return { instantMs: Date.now() }
  if (typeof value === 'number') return momentOf(value * 1_000)
  if (value instanceof Date) return momentOf(value.getTime())
  return typeof value === 'string' ? readText(value.trim()) : null
}

function readText(text: string): Written | null {
  if (text.length > MAX_LENGTH) return null
  if (/^\d+$/.test(text)) return momentOf(Number(text) * 1_000)
  const iso = ISO.exec(text)
  if (iso) return readIso(iso)
  if (NAMED_ZONE.test(text) || OFFSET.test(text)) return momentOf(Date.parse(text))
  // Without a zone, Date.parse reads the zone of this process.
  const wallMs = Date.parse(`${text} UTC`)
  return Number.isNaN(wallMs) ? null : { wallMs, isDay: !TIME.test(text) }
}

function readIso([, ...parts]: RegExpExecArray): Written | null {
  const [year = '', month = '', day = '01', hour, minute = '00', second = '00', fraction = '', offset] = parts
  const ms = `${fraction}00`.slice(0, 3).padEnd(3, '0')
  const text = `${year}-${month}-${day}T${hour ?? '00'}:${minute}:${second}.${ms}Z`
  const wallMs = Date.parse(text)
  // A day that does not exist would become another one.
  const isReal = hour === '24' || new Date(wallMs || 0).toISOString() === text
  if (Number.isNaN(wallMs) || !isReal) return null
  if (!offset) return { wallMs, isDay: hour === undefined }
  return momentOf(wallMs - offsetMs(offset))
}

function offsetMs(offset: string): number {
  if (/^z$/i.test(offset)) return 0
  const [hours, minutes] = [offset.slice(1, 3), offset.slice(3).replace(':', '') || '00']
  return (offset.startsWith('-') ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

function momentOf(instantMs: number): Written | null {
  return Number.isNaN(new Date(instantMs).getTime()) ? null : { instantMs }
}
