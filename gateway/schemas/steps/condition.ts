import { z } from 'zod'
import { parseField } from '../../../models/domain/conditions/condition-field.js'
import { CONDITION_OPERATORS } from '../../../models/domain/conditions/operators.js'
import { readFilter } from '../../../models/domain/conditions/read-filter.js'
import { MAX_LIST_VALUES, MAX_VALUE_LENGTH } from '../../../models/domain/conditions/tree.js'
import { DELAY_UNITS_MS, type DelayUnit } from '../../../models/domain/delay.js'
import { unsupported } from '../unsupported.js'

const MAX_FIELD_LENGTH = 300
const DELAY_UNITS = Object.keys(DELAY_UNITS_MS) as DelayUnit[]

const ConditionField = z
  .string()
  .trim()
  .max(MAX_FIELD_LENGTH)
  .refine((field) => parseField(field) !== null, {
    error:
      'A field is email, subscribed, createdAt, updatedAt, data.<key>, event.<path>, email.<activity> or segment.<id>',
    params: { code: 'custom' },
  })
  .meta({
    override: {
      pattern: '^\\s*(contact\\.)?((email|subscribed|createdAt|updatedAt)\\s*$|(data|event|email|segment)\\.)',
    },
  })

const Scalar = z.union([z.string().max(MAX_VALUE_LENGTH), z.number(), z.boolean()])

/** What a CONDITION step is configured with. */
export const ConditionConfig = z
  .object({
    field: ConditionField.optional(),
    operator: z.enum(CONDITION_OPERATORS).optional(),
    value: z.union([Scalar, z.array(Scalar).min(1).max(MAX_LIST_VALUES)]).optional(),
    unit: z.enum(DELAY_UNITS).optional(),
    condition: unsupported('A condition compares one field with one value'),
    mode: unsupported('A condition compares one field with one value'),
    branches: unsupported('A condition compares one field with one value'),
  })
  .transform((config, context) => {
    if (config.field === undefined || config.operator === undefined) return config
    const { filter, faults } = readFilter(config, 'workflow')
    for (const { at, message, code } of faults) {
      if (code !== 'required') context.addIssue({ code: 'custom', path: at.split('.'), message, params: { code } })
    }
    return filter ? { ...filter } : config
  })
