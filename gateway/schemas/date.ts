import { z } from 'zod'
import { FIRST_DAY, LAST_DAY } from '../../models/domain/calendar.js'
import { DAY_PATTERN, readIsoDate } from '../../models/domain/conditions/iso-dates.js'
import { isIsoMoment } from '../../models/domain/moment.js'

const DAY_LENGTH = FIRST_DAY.length
// The beginning of a text whose day is in the range, for the reference.
const DAY_IN_RANGE = '^(?:19[7-9]|2[01][0-9])[0-9]-[0-9]{2}-[0-9]{2}'
// linear: digits and dashes between ^ and $.
const DAY = new RegExp(DAY_PATTERN)

/** A date in an answer: ISO 8601 in UTC, with milliseconds. */
export const DateTime = z.iso.datetime().meta({ examples: ['2026-03-02T09:00:00.000Z'] })

/** The `updatedAt` of the record as the editor of a change has read it. */
export const IfUpdatedAt = z.iso
  .datetime({ offset: true })
  .transform((date) => new Date(date))
  .optional()
  .meta({
    description:
      'The `updatedAt` of the record you fetched. If the record has changed since, nothing is changed and the ' +
      'response is 409 with `details.reason` `stale` and the record in `details.current`. If omitted, your change ' +
      'overwrites the record.',
    examples: ['2026-03-02T09:00:00.000Z'],
  })

const DATE_FAULT = { params: { code: 'invalid_date' } }

function isInRange(text: string): boolean {
  const day = text.slice(0, DAY_LENGTH)
  return day >= FIRST_DAY && day <= LAST_DAY
}

/**
 * The text of a date that bounds a range, in a form that `isForm` knows and `form` describes. Its day is from
 * `FIRST_DAY` to `LAST_DAY`, so that no request makes the service compute with millions of days.
 */
const dateText = (isForm: (text: string) => boolean, form: string) =>
  z
    .string()
    .refine(isForm, { ...DATE_FAULT, error: `Enter a date as ${form}`, abort: true })
    .refine(isInRange, { ...DATE_FAULT, error: `Enter a date between ${FIRST_DAY} and ${LAST_DAY}` })

/** A bound of a range of days of the calendar. */
export const calendarDay = (description: string, example: string) =>
  dateText((text) => DAY.test(text), 'YYYY-MM-DD')
    .optional()
    .meta({ description, examples: [example], override: { format: 'date' } })

/** A bound of a list: a day or a date-time of ISO 8601. `readSpan` reads it in the time zone of the project. */
export const dayBound = (description: string, example: string) =>
  dateText(isIsoMoment, 'YYYY-MM-DD or a full date-time')
    .optional()
    .meta({ description, examples: [example], override: { pattern: DAY_IN_RANGE } })

/** A date that begins or ends a range; without a time it is the whole day in UTC. */
export const dateBound = (description: string, example: string) =>
  dateText((text) => readIsoDate(text) !== null, 'YYYY-MM-DD or a full date-time with its offset')
    .meta({ override: { pattern: DAY_IN_RANGE }, examples: [example] })
    .transform((text) => readIsoDate(text) ?? z.NEVER)
    .optional()
    .meta({ description })
