import type { Starter } from '../design/starters/parts.js'
import type { StepType } from '../workflow-graph.js'

/** A mail of a starter, which becomes a template. */
export type StarterMail = Pick<Starter, 'name' | 'subject' | 'type' | 'design'>

/** A step of a starter. */
export interface StarterStep {
  /** Names the step within its starter. */
  key: string
  type: StepType
  name: string
  config: Record<string, unknown>
  /** The mail of a SEND_EMAIL step. */
  mail?: StarterMail
}

/** A way from one step to the next; the first step is the one that the trigger leads to. */
export interface StarterTransition {
  from: string
  to: string
  branch: string | null
}

/** A workflow to begin with, which an event starts. */
export interface WorkflowStarter {
  id: string
  name: string
  description: string
  eventName: string
  allowReentry: boolean
  /** From top to bottom. */
  steps: readonly StarterStep[]
  transitions: readonly StarterTransition[]
}

/** The name of the trigger in the transitions of a starter. */
export const TRIGGER = 'trigger'

const DAY_SECONDS = 86_400

export function send(key: string, mail: StarterMail): StarterStep {
  return { key, type: 'SEND_EMAIL', name: mail.name, config: {}, mail }
}

export function delay(key: string, days: number): StarterStep {
  return {
    key,
    type: 'DELAY',
    name: days === 1 ? 'Wait 1 day' : `Wait ${days} days`,
    config: { amount: days, unit: 'days' },
  }
}

export function waitFor(
  key: string,
  name: string,
  { eventName, days }: { eventName: string; days: number },
): StarterStep {
  return { key, type: 'WAIT_FOR_EVENT', name, config: { eventName, timeout: days * DAY_SECONDS } }
}

export function exit(key: string, name: string): StarterStep {
  return { key, type: 'EXIT', name, config: {} }
}

/** The way from each of some steps to the next. */
export function inOrder(...keys: string[]): StarterTransition[] {
  return keys.slice(1).map((to, index) => ({ from: keys[index] ?? '', to, branch: null }))
}

/** The ways from a wait, by the event and by the end of its time. */
export function eitherWay(from: string, { event, timeout }: { event?: string; timeout?: string }): StarterTransition[] {
  return [
    ...(event === undefined ? [] : [{ from, to: event, branch: 'event' }]),
    ...(timeout === undefined ? [] : [{ from, to: timeout, branch: 'timeout' }]),
  ]
}
