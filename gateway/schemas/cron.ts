import { Cron } from 'croner'
import { z } from 'zod'

const MAX_LENGTH = 200
// The syntax that all implementations of cron, including Temporal, read in the same way.
const PLAIN = /^(?:[\d*,/-]|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat)\b|\s)+$/i

/** A cron expression of five fields, minutes first. */
export const CronExpression = z
  .string()
  .trim()
  .max(MAX_LENGTH)
  .refine(isCron, {
    error: 'Enter a cron expression with five fields: minute, hour, day of month, month, day of week',
    params: { code: 'invalid_string' },
  })
  .meta({ description: 'Minute, hour, day of the month, month, day of the week.', examples: ['0 9 * * mon'] })

function isCron(text: string): boolean {
  if (!PLAIN.test(text)) return false
  try {
    return new Cron(text, { paused: true, mode: '5-part' }).nextRun() !== null
  } catch {
    return false
  }
}
