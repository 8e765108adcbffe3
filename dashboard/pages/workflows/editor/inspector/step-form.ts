import type { StepType } from '../../../../../models/domain/workflow-graph.js'
import type { DraftStep } from '../../../../shared/workflow-draft/draft.js'
import type { StepErrors } from '../step-errors.js'

/** The properties of the form of a step. */
export interface StepFormProps {
  step: DraftStep
  errors: StepErrors
  /** Changes parts of the config; one that is undefined goes. `typing` names the field that is being typed into. */
  configure: (
    part: Readonly<Record<string, unknown>>,
    options?: { typing?: string | undefined; templateId?: string | null },
  ) => void
}

/** The fields at which the form of each type shows errors; all others are listed above it. */
export const FIELDS_OF: Readonly<Record<StepType, readonly string[]>> = {
  TRIGGER: [
    'name',
    ...['eventName', 'filter', 'cron', 'timezone', 'segmentId'].map((field) => `triggerConfig.${field}`),
  ],
  SEND_EMAIL: [
    'name',
    'templateId',
    'config.templateId',
    'config.recipient.customEmail',
    'config.subject',
    'config.from',
  ],
  DELAY: ['name', 'config.amount', 'config.unit', 'config.until', 'config.timezone', 'config.window'],
  WAIT_FOR_EVENT: ['name', 'config.eventName', 'config.timeout', 'config.filter'],
  CONDITION: [
    'name',
    'config.field',
    'config.branches',
    'config.condition',
    'config.operator',
    'config.value',
    'config.unit',
  ],
  WEBHOOK: [
    'name',
    'config.url',
    'config.headers',
    'config.body',
    'config.timeoutSeconds',
    'config.maxAttempts',
    'config.method',
  ],
  UPDATE_CONTACT: ['name', 'config.updates'],
  EXIT: ['name', 'config.reason'],
}

/** A part of a config that is a text; empty where there is none. */
export function textIn(config: DraftStep['config'], part: string): string {
  const value = config[part]
  return typeof value === 'string' ? value : ''
}

/** A text as a part of a config: an empty one is none. */
export function unlessEmpty(text: string): string | undefined {
  return text === '' ? undefined : text
}
