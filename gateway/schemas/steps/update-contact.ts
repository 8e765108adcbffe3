import { z } from 'zod'
import { planDataPatch } from '../../../models/domain/data.js'
import { AppError } from '../../../models/domain/errors.js'
import { checkSyntax } from '../../../models/rendering/compile.js'

/** Custom fields by name; a string is a template. */
const Updates = z.record(z.string(), z.unknown()).superRefine((updates, context) => {
  refuseUnfit(updates, [], context)
  try {
    planDataPatch(updates)
  } catch (error) {
    if (!(error instanceof AppError) || !error.errors) throw error
    for (const { field, message, code } of error.errors) {
      // One element, because a key may hold dots.
      const path = field.startsWith('data.') ? [field.slice('data.'.length)] : []
      context.addIssue({ code: 'custom', path, message, params: { code } })
    }
  }
})

/** What an UPDATE_CONTACT step is configured with. */
export const UpdateContactConfig = z
  .object({
    updates: Updates.optional(),
    data: Updates.optional(),
    subscriptionAction: z.enum(['none', 'subscribe', 'unsubscribe']).optional(),
  })
  .transform(({ updates, data, ...rest }) => {
    const given = updates ?? data
    return given ? { updates: given, ...rest } : rest
  })

// Values become templates, and keys are stored as they are: MongoDB cannot take a NUL in one, nor half a surrogate
// pair, and the driver takes an object with the last for a value of its own types.
const UNFIT_KEY = /\0|\p{Surrogate}|^_bsontype$/u

function refuseUnfit(value: unknown, path: string[], context: z.RefinementCtx<Record<string, unknown>>): void {
  if (typeof value === 'string') {
    const fault = checkSyntax(value)
    if (!fault) return
    const { message, line, column } = fault
    context.addIssue({ code: 'custom', path, message, params: { code: 'liquid_syntax', line, column } })
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      const below = [...path, key]
      if (UNFIT_KEY.test(key)) {
        const message = 'This key cannot be stored'
        context.addIssue({ code: 'custom', path: below, message, params: { code: 'invalid_string' } })
      }
      refuseUnfit(item, below, context)
    }
  }
}
