import type { Language } from '../choose-language.js'
import type { StarterMail } from '../design/starters/starter.js'
import type { StarterText, WorkflowTexts } from '../starter-texts/starter-text.js'
import { STARTER_TEXTS } from '../starter-texts/starter-texts.js'
import type { StepType } from '../workflow-graph.js'

/** A step of a starter. */
export interface StarterStep {
  /** Names the step within its starter. */
  key: string
  type: StepType
  name: string
  config: Record<string, unknown>
  /** The mail of a SEND_EMAIL step, which becomes a template. */
  mail?: StarterMail
}

/** A way from one step to the next; the first step is the one that the trigger leads to. */
export interface StarterTransition {
  from: string
  to: string
  branch: string | null
}

/** The parts of a starter that are not its name and description. */
interface StarterBody {
  eventName: string
  allowReentry: boolean
  /** From top to bottom. */
  steps: readonly StarterStep[]
  transitions: readonly StarterTransition[]
}

/** A workflow to begin with, which an event starts, in one language. */
export interface WorkflowStarter extends StarterBody {
  id: keyof WorkflowTexts
  language: Language
  name: string
  description: string
}

/** A starter that can be written in every language. */
export interface WorkflowOutline {
  id: keyof WorkflowTexts
  writeIn: (language: Language) => WorkflowStarter
}

/** Declares a starter by its steps, which get its texts in a language. */
export function workflowStarter<Id extends keyof WorkflowTexts>(
  id: Id,
  bodyOf: (text: WorkflowTexts[Id], all: StarterText, language: Language) => StarterBody,
): WorkflowOutline {
  return {
    id,
    writeIn: (language) => {
      const all = STARTER_TEXTS[language]
      const text = all.workflows[id]
      return { id, language, name: text.name, description: text.description, ...bodyOf(text, all, language) }
    },
  }
}

/** The name of the trigger in the transitions of a starter. */
export const TRIGGER = 'trigger'

const DAY_SECONDS = 86_400

export function send(key: string, mail: StarterMail): StarterStep {
  return { key, type: 'SEND_EMAIL', name: mail.name, config: {}, mail }
}

export function delay(key: string, name: string, days: number): StarterStep {
  return { key, type: 'DELAY', name, config: { amount: days, unit: 'days' } }
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
