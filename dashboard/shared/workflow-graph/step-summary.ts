import { describeMs } from '../../../models/domain/delay.js'
import { t } from '../../messages/index.js'
import type { DraftStep, DraftTrigger } from '../workflow-draft/draft.js'
import { conditionSummary } from './condition-summary.js'

/** The known names of the records that steps refer to, by their ids. */
export type Names = ReadonlyMap<string, string>

const words = t.workflowGraph.summary

/** A step in a few words; null if its config is not complete enough. */
export function stepSummary(step: DraftStep, trigger: DraftTrigger, names?: Names): string | null {
  const { config } = step
  switch (step.type) {
    case 'TRIGGER':
      return triggerSummary(trigger)
    case 'SEND_EMAIL':
      return (step.templateId !== null && names?.get(step.templateId)) || null
    case 'DELAY':
      return delaySummary(config)
    case 'WAIT_FOR_EVENT':
      return waitSummary(config)
    case 'CONDITION':
      return conditionSummary(config, names)
    case 'WEBHOOK':
      return textOf(config['url'])
    case 'UPDATE_CONTACT':
      return changeSummary(config)
    case 'EXIT':
      return textOf(config['reason'])
    default:
      return step.type satisfies never
  }
}

function triggerSummary({ triggerType, triggerConfig: { eventName, cron } }: DraftTrigger): string | null {
  if (triggerType === 'MANUAL') return words.manual
  if (triggerType === 'SCHEDULE') return cron ?? null
  return eventName ? words.event(eventName) : null
}

function delaySummary({ amount, unit, until, window }: DraftStep['config']): string | null {
  if (typeof until === 'string') return until === '' ? null : words.until(until)
  if (typeof window === 'object' && window !== null) {
    const { days = [], from = '', to = '' } = window as { days?: number[]; from?: string; to?: string }
    return words.window(days, from, to)
  }
  return typeof amount === 'number' && typeof unit === 'string' ? words.amount(amount, unit) : null
}

function waitSummary({ eventName, timeout }: DraftStep['config']): string | null {
  const event = textOf(eventName)
  const limit = typeof timeout === 'number' ? describeMs(timeout * 1_000) : null
  return event === null ? null : words.wait(event, limit)
}

function changeSummary({ updates, data, subscriptionAction }: DraftStep['config']): string | null {
  const changed = updates ?? data
  const fields = typeof changed === 'object' && changed !== null ? Object.keys(changed) : []
  const parts = [
    ...(subscriptionAction === 'subscribe' ? [words.subscribe] : []),
    ...(subscriptionAction === 'unsubscribe' ? [words.unsubscribe] : []),
    ...(fields.length > 0 ? [words.sets(fields.join(', '))] : []),
  ]
  return parts.length === 0 ? null : parts.join('. ')
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
