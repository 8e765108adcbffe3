import { instantOf, type Zone } from './zones.js'

/** A date to print: the time on the clocks of its zone, and the moment itself. */
export interface ZonedDate {
  /** The time on the clocks of the zone, in the UTC fields of a date. */
  wall: Date
  instantMs: number
  zone: Zone
}

/** A date as its value gives it: a moment, or the time on the clocks of some zone. */
type DateValue = { instantMs: number } | { wallMs: number; isDay: boolean }

// A longer text is not a date.
const MAX_LENGTH = 100
const ISO =
  /^(\d{4})-(\d\d)(?:-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)? ?(Z|[+-]\d\d(?::?\d\d)?)?)?)?$/i
// The endings with a zone that Date.parse understands: a name, an offset, and a comment.
const NAMED_ZONE = /(?:^|[\s\d])(?:Z|UTC?|GMT|[ECMP][SD]T)(?: ?[+-]\d{1,2}(?::?\d\d)?)?(?: ?\([^()]*\))?$/i
const OFFSET = /:\d\d(?:\.\d{1,9})?(?: ?[AP]M)? ?[+-]\d\d:?\d\d(?: ?\([^()]*\))?$/i
const TIME = /\d:\d\d|\d ?[AP]M\b/i

/**
 * Reads a value as a date, independently of the zone of this process. Numbers and digits are seconds since 1970. A text
 * with a zone or an offset is a moment. A text without one is the time on the clocks of the project. `shown` is the
 * zone in which the author wants the date, where that differs from the project's. Null for a value that is not a date.
 */
export function readDate(value: unknown, project: Zone, shown: Zone | null): ZonedDate | null {
  const dateValue = readValue(value)
  if (dateValue === null) return null
  const zone = shown ?? project
  // A day without a time is not a moment, so no other zone can make another day of it.
  if ('wallMs' in dateValue && (shown === null || dateValue.isDay)) {
    return checked({ wall: new Date(dateValue.wallMs), instantMs: instantOf(dateValue.wallMs, zone), zone })
  }
  const instantMs = 'wallMs' in dateValue ? instantOf(dateValue.wallMs, project) : dateValue.instantMs
  return checked({ wall: new Date(instantMs + zone.offsetMs(instantMs)), instantMs, zone })
}

function checked(date: ZonedDate): ZonedDate | null {
  return Number.isNaN(date.wall.getTime()) ? null : date
}

function readValue(value: unknown): DateValue | null {
  if (value === 'now' || value === 'today') return { instantMs: Date.now() }
  if (typeof value === 'number') return momentOf(value * 1_000)
  if (value instanceof Date) return momentOf(value.getTime())
  return typeof value === 'string' ? readText(value.trim()) : null
}

function readText(text: string): DateValue | null {
  if (text.length > MAX_LENGTH) return null
  if (/^\d+$/.test(text)) return momentOf(Number(text) * 1_000)
  const iso = ISO.exec(text)
  if (iso) return readIso(iso)
  if (NAMED_ZONE.test(text) || OFFSET.test(text)) return momentOf(Date.parse(text))
  // Without a zone, Date.parse reads the zone of this process.
  const wallMs = Date.parse(`${text} UTC`)
  return Number.isNaN(wallMs) ? null : { wallMs, isDay: !TIME.test(text) }
}

function readIso([, ...parts]: RegExpExecArray): DateValue | null {
  const [year = '', month = '', day = '01', hour, minute = '00', second = '00', fraction = '', offset] = parts
  const ms = `${fraction}00`.slice(0, 3).padEnd(3, '0')
  const text = `${year}-${month}-${day}T${hour ?? '00'}:${minute}:${second}.${ms}Z`
  const wallMs = Date.parse(text)
  // Date.parse would turn a day that does not exist into another day.
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

function momentOf(instantMs: number): DateValue | null {
  return Number.isNaN(new Date(instantMs).getTime()) ? null : { instantMs }
}
