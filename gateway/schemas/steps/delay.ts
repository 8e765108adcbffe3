import { z } from 'zod'
import { readMoment } from '../../../models/domain/delay-end.js'
import { delayMs, DELAY_UNITS_MS, MAX_DELAY_MS, type DelayUnit } from '../../../models/domain/delay.js'
import { besideOtherFaults } from '../beside-other-faults.js'
import { isTemplate, LiquidText } from '../liquid.js'
import { isTimeZone } from '../../../models/domain/time-zone.js'

const DELAY_UNITS = Object.keys(DELAY_UNITS_MS) as DelayUnit[]
const SUNDAY = 7
const EXAMPLES = [
  { amount: 3, unit: 'days' },
  { until: '{{ data.renewalDate }}' },
  { window: { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', timezone: 'Europe/Berlin' } },
]

const Until = LiquidText.refine((text) => text === '' || isTemplate(text) || readMoment(text) !== null, {
  error: 'Enter a date, such as 2027-03-01 or 2027-03-01T09:00:00Z, or a template',
  params: { code: 'invalid_date' },
}).meta({
  description:
    'An ISO 8601 date-time with its offset, a date alone (midnight in UTC), or a template that renders to one of ' +
    'them. The template is rendered when the execution reaches the step; a result that is not a date fails the step ' +
    'with `invalid_date`. A time in the past ends the delay immediately. There is no limit for future times.',
})

const Zone = LiquidText.refine((text) => isTemplate(text) || isTimeZone(text), {
  error: 'Enter a time zone, such as Europe/Berlin, or a template',
  params: { code: 'invalid_string' },
}).meta({
  description:
    'A name of the IANA time zone database, or a template such as `{{ data.timezone }}` that is rendered when the ' +
    "execution reaches the step. If the result is not a time zone, the project's time zone is used.",
  examples: ['Europe/Berlin'],
})

const Window = z
  .object({
    days: z
      .array(z.int().min(1).max(SUNDAY))
      .min(1)
      .max(SUNDAY)
      .optional()
      .meta({ description: 'The days on which the window opens. 1 is Monday.' }),
    from: z
      .string()
      .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: 'Enter a time, such as 09:00' })
      .optional(),
    to: z
      .string()
      .regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, { error: 'Enter a time, such as 17:00' })
      .optional()
      .meta({
        description:
          'The end of the window; if earlier than `from`, the window spans midnight. `24:00` is the end of a day.',
      }),
    timezone: Zone.optional(),
  })
  .refine(({ from, to }) => from === undefined || from !== to, {
    path: ['to'],
    error: 'A window cannot be empty. For a whole day, use 00:00 to 24:00',
    params: { code: 'custom' },
  })
  .meta({
    description:
      'The execution continues immediately if the local time in `timezone` is inside the window, otherwise when the ' +
      'window opens. Where clocks skip `from`, the window opens right after the skipped time; where clocks show ' +
      '`from` twice, it opens at the first time.',
  })

/** The config of a DELAY step, in one of three forms. */
export const DelayConfig = z
  .object({
    amount: z.number().positive().optional(),
    unit: z.enum(DELAY_UNITS).optional(),
    timezone: Zone.optional().meta({
      description: "The time zone of whole days and weeks. Defaults to the project's time zone.",
    }),
    until: Until.optional(),
    window: Window.optional(),
  })
  .refine(({ amount, unit }) => !amount || !unit || delayMs({ amount, unit }) <= MAX_DELAY_MS, {
    path: ['amount'],
    error: 'An amount can be at most 365 days',
    params: { code: 'too_big' },
  })
  .superRefine(({ amount, unit, timezone, until, window }, context) => {
    const isByAmount = amount !== undefined || unit !== undefined
    if (until !== undefined && isByAmount) refuseSecondForm('until', context)
    if (window !== undefined && (isByAmount || until !== undefined)) refuseSecondForm('window', context)
    if (timezone !== undefined && (until !== undefined || window !== undefined)) {
      const message = 'timezone requires an amount. A window has window.timezone, and until has an offset'
      context.addIssue({ code: 'custom', path: ['timezone'], message, params: { code: 'custom' } })
    }
  }, besideOtherFaults)
  .meta({
    description:
      'A duration of `amount` and `unit`, up to 365 days, fractions allowed; or `until` a moment; or until a ' +
      '`window` of the week is open. Whole days and weeks are those of the calendar: the delay ends at the same time ' +
      'of day. Hours, minutes and fractions are exact, with days of 24 hours.',
    examples: EXAMPLES,
  })

function refuseSecondForm(field: string, context: z.RefinementCtx): void {
  if (context.issues.some(({ path }) => path?.[0] === field)) return
  const message = 'Use exactly one of amount with unit, until, or window'
  context.addIssue({ code: 'custom', path: [field], message, params: { code: 'custom' } })
}
