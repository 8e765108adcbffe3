import { z } from 'zod'

/** A date in an answer: ISO 8601 in UTC, with milliseconds. */
export const DateTime = z.iso.datetime().meta({ examples: ['2026-03-02T09:00:00.000Z'] })
