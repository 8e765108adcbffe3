import { z } from 'zod'

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
