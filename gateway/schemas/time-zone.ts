import { z } from 'zod'
import { isTimeZone } from '../../models/domain/time-zone.js'

/** The name of a time zone. */
export const TimeZone = z
  .string()
  .refine(isTimeZone, { error: 'Enter a time zone, such as Europe/Berlin', params: { code: 'invalid_string' } })
  .meta({ description: 'A name of the IANA time zone database.', examples: ['Europe/Berlin'] })
