import { z } from 'zod'
import { STANDARD_FIELDS } from '../../models/domain/field-names.js'
import { pageLimit } from './pagination.js'

const DEFAULT_VALUES = 100
const MAX_VALUES = 200

/** The path of one field: for a custom field `data.` and its key, or the key alone. */
export const FieldParams = z.object({
  field: z.string().meta({
    description: 'For a custom field `data.` and its key, URL-encoded, or the key alone.',
    examples: ['data.plan'],
  }),
})

/** The path of a field to delete; standard fields cannot be deleted. */
export const CustomFieldParams = z.object({
  field: FieldParams.shape.field.meta({
    description: 'A custom field: `data.` and its key, URL-encoded, or the key alone.',
    override: { not: { enum: STANDARD_FIELDS.map(({ name }) => name) } },
  }),
})

/** The fields of a project. */
export const FieldList = z
  .object({
    fields: z.array(
      z
        .object({
          field: z.string().meta({ examples: ['data.plan'] }),
          type: z.enum(['string', 'number', 'boolean', 'date']),
          isCustom: z.boolean(),
          coverage: z
            .number()
            .min(0)
            .max(1)
            .meta({ description: 'The share of contacts that have the field.', examples: [0.75] }),
        })
        .meta({ id: 'Field' }),
    ),
    count: z.int().min(1),
  })
  .meta({ id: 'FieldList' })

/** The query of GET /contacts/fields/:field/values. */
export const FieldValuesQuery = z.object({ limit: pageLimit(DEFAULT_VALUES, MAX_VALUES) })

/** The first values of a field. */
export const FieldValues = z
  .object({
    field: z.string().meta({ examples: ['data.plan'] }),
    values: z.array(z.union([z.string(), z.number(), z.boolean()])).meta({ examples: [['pro', 'team']] }),
    count: z.int().meta({ description: 'The number of listed values.', examples: [2] }),
    limit: z.int().meta({ examples: [DEFAULT_VALUES] }),
  })
  .meta({ id: 'FieldValues' })

/** The number of contacts from which a field was removed. */
export const FieldDeleted = z.object({ deletedFrom: z.int().meta({ examples: [42] }) }).meta({ id: 'FieldDeleted' })
