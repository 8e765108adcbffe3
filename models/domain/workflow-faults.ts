import { conditionLacks } from './condition-step.js'
import { planDataPatch } from './data.js'
import { delayLacks } from './delay-end.js'
import type { FieldError } from './errors.js'
import type { Step } from './workflow-graph.js'

/** The fields of a workflow that decide when it starts. */
export interface Trigger {
  triggerType: 'EVENT' | 'MANUAL' | 'SCHEDULE'
  triggerConfig: { eventName?: string; cron?: string }
}

/** The reasons for which a workflow with this trigger could never start; empty when it can. */
export function triggerFaults({ triggerType, triggerConfig }: Trigger): FieldError[] {
  if (triggerType === 'EVENT' && !isPresent(triggerConfig.eventName)) {
    return [required('triggerConfig.eventName', 'Choose the event that starts the workflow')]
  }
  if (triggerType === 'SCHEDULE' && !isPresent(triggerConfig.cron)) {
    return [required('triggerConfig.cron', 'Set the schedule that starts the workflow')]
  }
  return []
}

/**
 * The missing fields of all steps, connected or not, that prevent enabling a workflow, as `steps.<id>.config.<field>`.
 * Fields that are present were checked when they were written.
 */
export function stepFaults(steps: Step[]): FieldError[] {
  return steps.flatMap((step) =>
    lacks(step).map(([field, message]) => required(`steps.${step.id}.config.${field}`, message)),
  )
}

function lacks(step: Step): [field: string, message: string][] {
  const { type, config } = step
  const need = (field: string, message: string): [string, string][] =>
    isPresent(config[field]) ? [] : [[field, message]]
  switch (type) {
    case 'SEND_EMAIL':
      return mailLacks(step)
    case 'DELAY':
      return delayLacks(config)
    case 'WAIT_FOR_EVENT':
      return need('eventName', 'Choose the event to wait for')
    case 'CONDITION':
      return conditionLacks(config)
    case 'UPDATE_CONTACT':
      return changesContact(config) ? [] : [['updates', 'Choose a field or a subscription to change']]
    case 'WEBHOOK':
      return need('url', 'Enter the URL to call')
    case 'TRIGGER':
    case 'EXIT':
      return []
    default:
      return type satisfies never
  }
}

function mailLacks({ config, templateId }: Step): [field: string, message: string][] {
  const { type, customEmail } = (config['recipient'] ?? {}) as { type?: string; customEmail?: string }
  const lacking: [string, string][] = []
  if (templateId === null) lacking.push(['templateId', 'Choose a template'])
  if (type === 'CUSTOM' && !isPresent(customEmail)) {
    lacking.push(['recipient.customEmail', 'Enter the address of the recipient'])
  }
  return lacking
}

function changesContact({ updates, subscriptionAction = 'none' }: Record<string, unknown>): boolean {
  const { set, unset } = planDataPatch(updates ?? {})
  return subscriptionAction !== 'none' || Object.keys(set).length > 0 || unset.length > 0
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null
}

function required(field: string, message: string): FieldError {
  return { field, message, code: 'required' }
}
