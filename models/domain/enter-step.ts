import { delayEnd, describeDelay, type DelayConfig } from './delay-end.js'
import type { NextStep, StepToRun } from './next-step.js'
import type { ExecutionStatus } from './execution-status.js'
import { webhookLimits } from './webhook-step.js'
import { findStep, MAX_STEP_RUNS, findNextStep, type Graph, type Step } from './workflow-graph.js'

/** State of an execution while it is in a step. */
export interface StepEntry {
  status: 'RUNNING' | 'WAITING'
  wakeAt: Date | null
}

/**
 * The state of an execution that enters a step at `now`, in a project of this time zone. In a DELAY with a template for
 * the date or time zone, the execution is RUNNING until `beginDelay` has rendered the template.
 */
export function enterStep(step: Step, now: Date, zone: string): StepEntry {
  switch (step.type) {
    case 'DELAY': {
      const wakeAt = delayEnd(delayOf(step), now, zone)
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

/** The fields of an execution that decide its next step. */
export interface Position {
  status: ExecutionStatus
  currentStepId: string | null
  sequence: number
  retries?: number
  wakeAt: Date | null
}

/** The next step for the Temporal workflow of an execution in this position. */
export function nextStepFor(graph: Graph, position: Position): NextStep {
  const { status, sequence, wakeAt } = position
  if (status !== 'RUNNING' && status !== 'WAITING') return { kind: 'END', status }
  const step = findStep(graph, position.currentStepId ?? '')
  if (!step || step.type === 'TRIGGER') return { kind: 'END', status: 'FAILED' }
  const nextStep: StepToRun = { kind: step.type, stepId: step.id, sequence, name: step.name }
  if (position.retries) nextStep.retries = position.retries
  if (wakeAt) nextStep.wakeAtMs = wakeAt.getTime()
  if (step.type === 'DELAY' && wakeAt) {
    nextStep.lasts = describeDelay(delayOf(step), wakeAt)
    const next = sequence < MAX_STEP_RUNS ? findNextStep(graph, step.id, null) : null
    // A cancellation need not wait for a condition, which has no effect. The condition may therefore record the end of
    // the delay.
    if (next?.type === 'CONDITION') nextStep.followedBy = { stepId: next.id, name: next.name }
  }
  if (step.type === 'WEBHOOK') nextStep.timeoutMs = webhookLimits(step.config).timeoutMs
  return nextStep
}

function delayOf(step: Step): DelayConfig {
  return step.config as DelayConfig
}
