import { z } from 'zod'
import { isIsoMoment } from '../../models/domain/moment.js'

/** A date in an answer: ISO 8601 in UTC, with milliseconds. */
export const DateTime = z.iso.datetime().meta({ examples: ['2026-03-02T09:00:00.000Z'] })

/** The `updatedAt` of the record as the editor of a change has read it. */
export const IfUpdatedAt = z.iso
  .datetime({ offset: true })
  .transform((date) => new Date(date))
  .optional()
  .meta({
    description:
      'The `updatedAt` that you have read. If it is another one by now, nothing is changed and the answer is 409 with ' +
      '`details.reason` `stale` and the record in `details.current`. If omitted, the change replaces whatever is there.',
    examples: ['2026-03-02T09:00:00.000Z'],
  })

/** A bound of a list: a day or a date-time of ISO 8601. `readSpan` reads it in the time zone of the project. */
export const dayBound = (description: string, example: string) =>
  z
    .string()
    .refine(isIsoMoment, { params: { code: 'invalid_date' }, error: 'A date is YYYY-MM-DD or a full date-time' })
    .optional()
    .meta({
      description,
      examples: [example],
      override: { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}' },
    })
