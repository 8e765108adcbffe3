import { z } from 'zod'
import { parseField } from '../../models/domain/conditions/condition-field.js'
import { CONDITION_OPERATORS } from '../../models/domain/conditions/operators.js'
import { readFilter } from '../../models/domain/conditions/read-filter.js'
import { MAX_LIST_VALUES, MAX_VALUE_LENGTH } from '../../models/domain/conditions/tree.js'
import { planDataPatch } from '../../models/domain/data.js'
import { delayMs, DELAY_UNITS_MS, MAX_DELAY_MS, type DelayUnit } from '../../models/domain/delay.js'
import { AppError } from '../../models/domain/errors.js'
import { checkSyntax } from '../../models/rendering/compile.js'
import { Id } from './ids.js'
import { PATTERNS } from './text.js'

const MAX_TIMEOUT_SECONDS = 31_536_000
const MAX_EVENT_NAME_LENGTH = 255
const MAX_FIELD_LENGTH = 300
const DELAY_UNITS = Object.keys(DELAY_UNITS_MS) as DelayUnit[]

/** The name of an event to begin or go on with: the service's own events are allowed here. */
export const AwaitedEventName = z
  .string()
  .trim()
  .min(1)
  .max(MAX_EVENT_NAME_LENGTH)
  .refine((name) => !/\p{Cc}/u.test(name), {
    error: 'An event name has no control characters',
    params: { code: 'invalid_string' },
  })
  .meta({ override: { pattern: PATTERNS.eventName } })

/** Refuses a setting that would be stored and have no effect. */
export const unsupported = (message: string) => z.never({ error: message }).optional()

// Nothing is required below: what a step still lacks is found when its workflow is enabled.

const SendEmailConfig = z.object({
  templateId: Id.nullish(),
  recipient: z.object({ type: z.literal('CONTACT', { error: 'A step can only send to its contact' }) }).optional(),
  subject: unsupported('The subject is taken from the template'),
  from: unsupported('The sender is taken from the template'),
})

const DelayConfig = z
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

const WaitConfig = z.object({
  eventName: AwaitedEventName.optional(),
  timeout: z.number().min(1).max(MAX_TIMEOUT_SECONDS).optional(),
  filter: unsupported('A wait takes any event of its name'),
})

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

const ConditionConfig = z
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

const UpdateContactConfig = z
  .object({
    updates: Updates.optional(),
    data: Updates.optional(),
    subscriptionAction: z.enum(['none', 'subscribe', 'unsubscribe']).optional(),
  })
  .transform(({ updates, data, ...rest }) => {
    const given = updates ?? data
    return given ? { updates: given, ...rest } : rest
  })

const ExitConfig = z.object({ reason: z.string().max(MAX_VALUE_LENGTH).optional() })

/** What each kind of step is configured with. */
export const STEP_CONFIGS = {
  TRIGGER: z.object({}).prefault({}),
  SEND_EMAIL: SendEmailConfig.prefault({}),
  DELAY: DelayConfig.prefault({}),
  WAIT_FOR_EVENT: WaitConfig.prefault({}),
  CONDITION: ConditionConfig.prefault({}),
  UPDATE_CONTACT: UpdateContactConfig.prefault({}),
  EXIT: ExitConfig.prefault({}),
}

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
