import { toValue, type Context, type Liquid } from 'liquidjs'
import { printed } from '../finished-text.js'
import { RenderScope } from '../render-scope.js'
import { readDate, type ZonedDate } from './read-date.js'
import { strftime } from './strftime.js'
import { authorsZone, zoneOf } from './zones.js'

interface FilterCall {
  context: Context
}

const DATE = '%A, %B %-e, %Y at %-l:%M %P %z'

/**
 * Replaces the date filters of liquidjs, which read and print by the clock of the process. The replacements use the
 * time zone of the project, or the one that the author gives. A value that is not a date is printed unchanged.
 */
export function registerDateFilters(liquid: Liquid): void {
  liquid.registerFilter('date', function (value: unknown, format: unknown, zone: unknown) {
    const pattern: unknown = toValue(format)
    return print(this, value, { format: isNothing(pattern) ? DATE : printed(pattern), zone })
  })
  liquid.registerFilter('date_to_xmlschema', function (value: unknown) {
    return print(this, value, { format: '%Y-%m-%dT%H:%M:%S%:z' })
  })
  liquid.registerFilter('date_to_rfc822', function (value: unknown) {
    return print(this, value, { format: '%a, %d %b %Y %H:%M:%S %z' })
  })
  for (const [name, month] of [
    ['date_to_string', '%b'],
    ['date_to_long_string', '%B'],
  ] as const) {
    liquid.registerFilter(name, function (value: unknown, type: unknown, style: unknown) {
      const ordinal = style === 'US' ? `${month} %-d%q, %Y` : `%-d%q ${month} %Y`
      return print(this, value, { format: type === 'ordinal' ? ordinal : `%d ${month} %Y` })
    })
  }
}

function print({ context }: FilterCall, value: unknown, { format, zone }: { format: string; zone?: unknown }): unknown {
  const date = read(context, value, zone)
  if (!date) return value
  const charge = (characters: number): void => context.memoryLimit.use(characters)
  charge(format.length)
  return strftime(date, format, charge)
}

function read(context: Context, value: unknown, zone: unknown): ZonedDate | null {
  const project = zoneOf(context instanceof RenderScope ? context.timeZone : 'UTC')
  return readDate(toValue(value), project, authorsZone(toValue(zone)))
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null
}
