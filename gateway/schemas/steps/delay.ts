import { z } from 'zod'
import { readMoment } from '../../../models/domain/delay-end.js'
import { delayMs, DELAY_UNITS_MS, MAX_DELAY_MS, type DelayUnit } from '../../../models/domain/delay.js'
import { besideOtherFaults } from '../beside-other-faults.js'
import { isTemplate, LiquidText } from '../liquid.js'
import { TimeZone } from '../time-zone.js'

const DELAY_UNITS = Object.keys(DELAY_UNITS_MS) as DelayUnit[]
const SUNDAY = 7
const EXAMPLES = [
  { amount: 3, unit: 'days' },
  { until: '{{ data.renewalDate }}' },
  { window: { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', timezone: 'Europe/Berlin' } },
]

const Until = LiquidText.refine((text) => text === '' || isTemplate(text) || readMoment(text) !== null, {
  error: 'Neither a template nor a date such as 2027-03-01 or 2027-03-01T09:00:00Z',
  params: { code: 'invalid_date' },
}).meta({
  description:
    'A date-time of ISO 8601 with its offset, a date alone (its midnight in UTC), or a template that renders to one. ' +
    'It is filled in when the execution comes to the step; one that renders to no date fails the step with ' +
    '`invalid_date`. A time that is over ends the delay at once; there is no limit to how far ahead it may be.',
})

const Window = z
  .object({
    days: z
      .array(z.int().min(1).max(SUNDAY))
      .min(1)
      .max(SUNDAY)
      .optional()
      .meta({ description: 'The days on which it opens; 1 is Monday.' }),
    from: z
      .string()
      .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: 'Not a time such as 09:00' })
      .optional(),
    to: z
      .string()
      .regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, { error: 'Not a time such as 17:00' })
      .optional()
      .meta({ description: 'When it is over; earlier than `from`, it goes over midnight. `24:00` ends a day.' }),
    timezone: TimeZone.optional(),
  })
  .refine(({ from, to }) => from === undefined || from !== to, {
    path: ['to'],
    error: 'A window is longer than nothing; a whole day is from 00:00 to 24:00',
    params: { code: 'custom' },
  })
  .meta({
    description:
      'The walk goes on at once while the clocks of `timezone` show a time in it, else as soon as they do. Where ' +
      'clocks skip `from` it opens when they go on; where they show `from` twice, at the first of the two.',
  })

/** What a DELAY step is configured with, in one of three forms. */
export const DelayConfig = z
  .object({
    amount: z.number().positive().optional(),
    unit: z.enum(DELAY_UNITS).optional(),
    until: Until.optional(),
    window: Window.optional(),
  })
  .refine(({ amount, unit }) => !amount || !unit || delayMs({ amount, unit }) <= MAX_DELAY_MS, {
    path: ['amount'],
    error: 'A delay by amount is at most 365 days',
    params: { code: 'too_big' },
  })
  .superRefine(({ amount, unit, until, window }, context) => {
    const isByAmount = amount !== undefined || unit !== undefined
    if (until !== undefined && isByAmount) refuseSecondForm('until', context)
    if (window !== undefined && (isByAmount || until !== undefined)) refuseSecondForm('window', context)
  }, besideOtherFaults)
  .meta({
    description:
      'A length of time, `amount` and `unit`, up to 365 days and with fractions at will; or `until` a moment; or ' +
      'until a `window` of the week is open.',
    examples: EXAMPLES,
  })

function refuseSecondForm(field: string, context: z.RefinementCtx): void {
  if (context.issues.some(({ path }) => path?.[0] === field)) return
  const message = 'A delay is given in one way: amount and unit, until, or window'
  context.addIssue({ code: 'custom', path: [field], message, params: { code: 'custom' } })
}
