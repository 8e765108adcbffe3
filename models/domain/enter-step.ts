import { delayEnd, describeDelay, type DelayConfig } from './delay-end.js'
import type { Directive, StepDirective } from './directive.js'
import type { ExecutionStatus } from './execution-status.js'
import { webhookLimits } from './webhook-step.js'
import type { Step } from './workflow-graph.js'

/** How an execution stands while it is in a step. */
export interface StepEntry {
  status: 'RUNNING' | 'WAITING'
  wakeAt: Date | null
}

/**
 * How an execution stands when it enters a step at `now`. A DELAY whose end is yet to be found out is RUNNING until
 * `beginDelay` has.
 */
export function enterStep(step: Step, now: Date): StepEntry {
  switch (step.type) {
    case 'DELAY': {
      const wakeAt = delayEnd(delayOf(step), now)
      return { status: wakeAt ? 'WAITING' : 'RUNNING', wakeAt }
    }
    case 'WAIT_FOR_EVENT': {
      const { timeout } = step.config as { timeout?: number }
      return { status: 'WAITING', wakeAt: timeout === undefined ? null : new Date(now.getTime() + timeout * 1_000) }
    }
    case 'TRIGGER':
    case 'SEND_EMAIL':
    case 'CONDITION':
    case 'WEBHOOK':
    case 'UPDATE_CONTACT':
    case 'EXIT':
      return { status: 'RUNNING', wakeAt: null }
    default:
      return step.type satisfies never
  }
}

/** Where an execution is, as far as its next directive depends on it. */
export interface Position {
  status: ExecutionStatus
  currentStepId: string | null
  sequence: number
  retries?: number
  wakeAt: Date | null
}

/** What the durable execution has to do next, given where the stored one is. */
export function directiveFor(steps: Step[], position: Position): Directive {
  const { status, sequence, wakeAt } = position
  if (status !== 'RUNNING' && status !== 'WAITING') return { kind: 'END', status }
  const step = steps.find(({ id }) => id === position.currentStepId)
  if (!step || step.type === 'TRIGGER') return { kind: 'END', status: 'FAILED' }
  const directive: StepDirective = { kind: step.type, stepId: step.id, sequence, name: step.name }
  if (position.retries) directive.retries = position.retries
  if (wakeAt) directive.wakeAtMs = wakeAt.getTime()
  if (step.type === 'DELAY' && wakeAt) directive.lasts = describeDelay(delayOf(step), wakeAt)
  return step.type === 'WEBHOOK' ? { ...directive, ...webhookLimits(step.config) } : directive
}

function delayOf(step: Step): DelayConfig {
  return step.config as DelayConfig
}
