import { z } from 'zod'
import { planDataPatch, type DataPatch } from '../../models/domain/data.js'
import { AppError } from '../../models/domain/errors.js'

const PREFIX = 'data.'

/** The `data` of a request as a patch of custom fields; what is wrong with it is told together with the rest. */
export const DataField = z
  .unknown()
  .optional()
  .transform((data, context): DataPatch => {
    try {
      return planDataPatch(data)
    } catch (error) {
      if (!(error instanceof AppError) || !error.errors) throw error
      for (const { field, message, code } of error.errors) {
        // One element, because a key may hold dots.
        const path = field.startsWith(PREFIX) ? [field.slice(PREFIX.length)] : []
        context.addIssue({ code: 'custom', path, message, params: { code } })
      }
      return z.NEVER
    }
  })
  .meta({
    description:
      'Custom fields: `null` removes one, an empty string is ignored, `{ value, persistent: false }` is not stored.',
    override: { type: ['object', 'null'], additionalProperties: true },
  })
