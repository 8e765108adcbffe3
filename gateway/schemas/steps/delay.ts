import { z } from 'zod'
import { delayMs, DELAY_UNITS_MS, MAX_DELAY_MS, type DelayUnit } from '../../../models/domain/delay.js'
import { unsupported } from '../unsupported.js'

const DELAY_UNITS = Object.keys(DELAY_UNITS_MS) as DelayUnit[]

/** What a DELAY step is configured with. */
export const DelayConfig = z
  .object({
    amount: z.number().positive().optional(),
    unit: z.enum(DELAY_UNITS).optional(),
    until: unsupported('A delay is given by amount and unit'),
    window: unsupported('A delay is given by amount and unit'),
  })
  .refine(({ amount, unit }) => !amount || !unit || delayMs({ amount, unit }) <= MAX_DELAY_MS, {
    path: ['amount'],
    error: 'A delay is at most 365 days',
    params: { code: 'too_big' },
  })
