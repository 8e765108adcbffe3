import { describeMs } from '../../../models/domain/delay.js'
import { t } from '../../messages/index.js'
import type { DraftStep, DraftTrigger } from '../workflow-draft/draft.js'
import { conditionSummary } from './condition-summary.js'

/** The known names of the records that steps refer to, by their ids. */
export type Names = ReadonlyMap<string, string>

const summaryText = t.workflowGraph.summary

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
  if (triggerType === 'MANUAL') return summaryText.manual
  if (triggerType === 'SCHEDULE') return cron ?? null
  return eventName ? summaryText.event(eventName) : null
}

function delaySummary({ amount, unit, until, window }: DraftStep['config']): string | null {
  if (typeof until === 'string') return until === '' ? null : summaryText.until(until)
  if (typeof window === 'object' && window !== null) {
    const { days = [], from = '', to = '' } = window as { days?: number[]; from?: string; to?: string }
    return summaryText.window(days, from, to)
  }
  return typeof amount === 'number' && typeof unit === 'string' ? summaryText.amount(amount, unit) : null
}

function waitSummary({ eventName, timeout }: DraftStep['config']): string | null {
  const event = textOf(eventName)
  const limit = typeof timeout === 'number' ? describeMs(timeout * 1_000) : null
  return event === null ? null : summaryText.wait(event, limit)
}

function changeSummary({ updates, data, subscriptionAction }: DraftStep['config']): string | null {
  const changed = updates ?? data
  const fields = typeof changed === 'object' && changed !== null ? Object.keys(changed) : []
  const parts = [
    ...(subscriptionAction === 'subscribe' ? [summaryText.subscribe] : []),
    ...(subscriptionAction === 'unsubscribe' ? [summaryText.unsubscribe] : []),
    ...(fields.length > 0 ? [summaryText.sets(fields.join(', '))] : []),
  ]
  return parts.length === 0 ? null : parts.join('. ')
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
