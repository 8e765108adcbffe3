import { z } from 'zod'
import { planDataPatch, type DataPatch } from '../../models/domain/data.js'
import { AppError } from '../../models/domain/errors.js'

const PREFIX = 'data.'

/** Reads custom fields as a patch; adds an issue for each fault, so that it is reported together with all others. */
export function readDataPatch(
  data: unknown,
  context: Pick<z.RefinementCtx, 'addIssue'>,
  options: { nullClearsAll?: boolean } = {},
): DataPatch | null {
  try {
    return planDataPatch(data, options)
  } catch (error) {
    if (!(error instanceof AppError) || !error.errors) throw error
    for (const { field, message, code } of error.errors) {
      // One element, because a key may hold dots.
      const path = field.startsWith(PREFIX) ? [field.slice(PREFIX.length)] : []
      context.addIssue({ code: 'custom', path, message, params: { code } })
    }
    return null
  }
}

const dataField = (options: { nullClearsAll?: boolean }) =>
  z
    .unknown()
    .optional()
    .transform((data, context): DataPatch => readDataPatch(data, context, options) ?? z.NEVER)

const HOW_TO =
  'Custom fields: `null` removes one, an empty string is ignored, `{ value, persistent: false }` is not stored.'
const SHAPE = { type: ['object', 'null'] as ['object', 'null'], additionalProperties: true }

/** The `data` of a request as a patch of custom fields. */
export const DataField = dataField({}).meta({ description: HOW_TO, override: SHAPE })

/** The `data` of a request where `null` in place of the object removes every custom field. */
export const ClearableDataField = dataField({ nullClearsAll: true }).meta({
  description: `${HOW_TO} \`data: null\` removes them all.`,
  override: SHAPE,
})
