import { z } from 'zod'
import { STANDARD_FIELDS } from '../../models/domain/field-names.js'
import { pageLimit } from './pagination.js'

const DEFAULT_VALUES = 100
const MAX_VALUES = 200

/** The path of one field: for a custom field `data.` and its key, or the key alone. */
export const FieldParams = z.object({
  field: z.string().meta({
    description: 'For a custom field, `data.` and its key, URL-encoded, or just the key.',
    examples: ['data.plan'],
  }),
})

/** The path of a field to delete; standard fields cannot be deleted. */
export const CustomFieldParams = z.object({
  field: FieldParams.shape.field.meta({
    description: 'A custom field: `data.` and its key, URL-encoded, or just the key.',
    override: { not: { enum: STANDARD_FIELDS.map(({ name }) => name) } },
  }),
})

const MAX_PATTERN_LENGTH = 260

/** The query of DELETE /contacts/fields. */
export const FieldPatternQuery = z.object({
  pattern: z
    .string()
    .max(MAX_PATTERN_LENGTH)
    .refine((pattern) => /[^*]/.test(pattern.replace(/^data\./, '')), {
      error: 'A pattern must contain a character other than `*`',
      params: { code: 'invalid_string' },
    })
    .meta({
      description: 'The names of custom fields. `*` matches any characters, and `data.` can be omitted.',
      examples: ['junk*'],
    }),
  dryRun: z
    .enum(['true', 'false'])
    .optional()
    .transform((value) => value === 'true')
    .meta({ description: 'Whether to list the fields that would be deleted without deleting them.' }),
})

/** The fields that a pattern names. */
export const FieldsDeleted = z
  .object({
    dryRun: z.boolean().meta({ description: 'Whether nothing was deleted.', examples: [false] }),
    count: z
      .int()
      .min(0)
      .meta({ description: 'The number of deleted fields.', examples: [2] }),
    fields: z.array(z.string()).meta({ examples: [['data.junk0', 'data.junk1']] }),
    used: z.array(z.string()).meta({
      description: 'Fields that are kept because segments, campaigns or workflows use them.',
      examples: [['data.junk2']],
    }),
  })
  .meta({ id: 'FieldsDeleted' })

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
    isEstimate: z.boolean().meta({
      description: 'Whether `coverage` is estimated, as for more than 10,000 contacts.',
      examples: [false],
    }),
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
    isEstimate: z.boolean().meta({
      description: 'Whether only a part of the contacts was read, so that rare values may be missing.',
      examples: [false],
    }),
  })
  .meta({ id: 'FieldValues' })

/** The number of contacts from which a field was removed. */
export const FieldDeleted = z
  .object({
    deletedFrom: z.int().meta({ examples: [42] }),
    isEstimate: z.boolean().meta({
      description: 'Whether `deletedFrom` is estimated, as for more than 10,000 contacts.',
      examples: [false],
    }),
  })
  .meta({ id: 'FieldDeleted' })
