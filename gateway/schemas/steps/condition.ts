import { z } from 'zod'
import { DEFAULT_BRANCH, MAX_BRANCHES } from '../../../models/domain/condition-step.js'
import { parseField } from '../../../models/domain/conditions/condition-field.js'
import { CONDITION_OPERATORS } from '../../../models/domain/conditions/operators.js'
import { readFilter } from '../../../models/domain/conditions/read-filter.js'
import { MAX_LIST_VALUES, MAX_VALUE_LENGTH } from '../../../models/domain/conditions/tree.js'
import { DELAY_UNITS_MS, type DelayUnit } from '../../../models/domain/delay.js'
import { besideOtherFaults } from '../beside-other-faults.js'
import { conditionField } from '../condition.js'
import { OneLine, oneLineNameUpTo, PATTERNS } from '../text.js'
import { configFaults } from './condition-faults.js'

const MAX_FIELD_LENGTH = 300
const MAX_BRANCH_LENGTH = 255
const DELAY_UNITS = Object.keys(DELAY_UNITS_MS) as DelayUnit[]
const EXAMPLES = [
  {
    mode: 'multi',
    field: 'data.plan',
    branches: [
      { id: 'pro', name: 'Pro', operator: 'equals', value: 'pro' },
      { id: 'trial', name: 'Trial', operator: 'in', value: ['trial', 'free'] },
    ],
  },
  { field: 'event.order placed', operator: 'triggeredWithin', value: 30, unit: 'days' },
  { condition: { logic: 'AND', groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }] } },
]

const Field = z
  .string()
  .trim()
  .max(MAX_FIELD_LENGTH)
  .refine((field) => parseField(field) !== null, {
    error:
      'The field must be email, subscribed, createdAt, updatedAt, data.<key>, event.<path>, email.<activity>, ' +
      'campaign.<id> or segment.<id>',
    params: { code: 'custom' },
  })
  .meta({
    override: {
      pattern: '^\\s*(contact\\.)?((email|subscribed|createdAt|updatedAt)\\s*$|(data|event|email|campaign|segment)\\.)',
    },
  })

const Scalar = z.union([z.string().max(MAX_VALUE_LENGTH), z.number(), z.boolean()])

const Comparison = z.object({
  operator: z.enum(CONDITION_OPERATORS).optional(),
  value: z
    .union([Scalar, z.array(Scalar).min(1).max(MAX_LIST_VALUES)])
    .optional()
    .meta({
      override: { anyOf: undefined },
      description:
        'The text, number or boolean to compare with: a list for `in` and `notIn`, the number of units for operators ' +
        'such as `within`, no value for `exists`, `triggered`, `memberOfSegment`, `opened` and others like them, and ' +
        'their negations.',
    }),
  unit: z.enum(DELAY_UNITS).optional().meta({ description: 'The unit for time operators such as `within`.' }),
})

const Branch = Comparison.extend({
  id: OneLine.max(MAX_BRANCH_LENGTH)
    .refine((id) => id.trim() !== '' && id !== DEFAULT_BRANCH, {
      error: `A branch requires an id other than ${DEFAULT_BRANCH}`,
      params: { code: 'invalid_string' },
    })
    .meta({
      description: `The \`branch\` of a transition refers to it; \`${DEFAULT_BRANCH}\` is taken when no branch matches.`,
      override: { pattern: PATTERNS.oneLineNotBlank },
    }),
  name: oneLineNameUpTo(MAX_BRANCH_LENGTH).optional(),
})

/** The config of a CONDITION step, in one of three forms. */
export const ConditionConfig = Comparison.extend({
  field: Field.optional(),
  condition: conditionField('workflow').optional(),
  mode: z
    .enum(['multi'])
    .optional()
    .meta({ description: 'With `branches`, the step takes the first branch that matches.' }),
  branches: z.array(Branch).min(1).max(MAX_BRANCHES).optional(),
})
  .superRefine((config, context) => {
    const reported = context.issues.map(({ path = [] }) => path)
    for (const { path, message, code } of configFaults(config)) {
      if (reported.some((other) => isWithin(other, path) || isWithin(path, other))) continue
      context.addIssue({ code: 'custom', path, message, params: { code } })
    }
  }, besideOtherFaults)
  .transform(({ field, condition, mode, branches, ...comparison }) => {
    if (condition) return { condition }
    const ofField = field === undefined ? {} : { field }
    if (mode === undefined) return { ...ofField, ...asStored(field, comparison) }
    const stored = branches?.map(({ id, name, ...rest }) => ({
      id,
      ...(name === undefined ? {} : { name }),
      ...asStored(field, rest),
    }))
    return { mode, ...ofField, ...(stored ? { branches: stored } : {}) }
  })
  .meta({
    description:
      'One comparison: `field`, `operator`, `value` and `unit`. Or a whole `condition`. Or, with `mode` and ' +
      '`branches`, several comparisons of one `field`. The step evaluates it for the contact when the execution ' +
      'reaches the step. The output is `{ result }`, or `{ branch, branchName }` of the branch taken.',
    override: { examples: EXAMPLES },
  })

/** A complete comparison without the parts that its operator does not use; an incomplete one unchanged. */
function asStored(field: string | undefined, comparison: z.output<typeof Comparison>) {
  const { filter } = readFilter({ ...comparison, field }, 'workflow')
  if (!filter) return comparison
  const { field: _, ...read } = filter
  return read
}

function isWithin(whole: PropertyKey[], part: PropertyKey[]): boolean {
  return whole.every((key, index) => key === part[index])
}
