import type { StepType } from '../../../models/domain/workflow-graph.js'

/** The position of a step on the canvas. */
export interface Position {
  x: number
  y: number
}

/** A step of a draft; the TRIGGER has an empty config, as `trigger` configures it. */
export interface DraftStep {
  id: string
  type: StepType
  name: string
  config: Readonly<Record<string, unknown>>
  templateId: string | null
}

/** A transition of a draft; `branch` is null where it serves every outcome that has none of its own. */
export interface DraftTransition {
  id: string
  fromStepId: string
  toStepId: string
  branch: string | null
  priority: number
}

/** When a workflow starts, and for whom. */
export interface DraftTrigger {
  triggerType: 'EVENT' | 'MANUAL' | 'SCHEDULE'
  triggerConfig: {
    eventName?: string | undefined
    filter?: unknown
    cron?: string | undefined
    timezone?: string | undefined
    segmentId?: string | undefined
  }
  allowReentry: boolean
}

/** A whole workflow as its author wants it, apart from being enabled. It is published at once. */
export interface Draft {
  name: string
  description: string | null
  trigger: DraftTrigger
  steps: readonly DraftStep[]
  transitions: readonly DraftTransition[]
  /** By the id of the step. A step without one is placed by the layout. */
  positions: Readonly<Record<string, Position>>
}

/** The selection: steps, or one transition. It is no part of the history. */
export interface Selection {
  stepIds: readonly string[]
  transitionId: string | null
}

/** Nothing is selected. */
export const NO_SELECTION: Selection = { stepIds: [], transitionId: null }

/** The outcome of a step that a transition can leave by. */
export interface Outcome {
  /** Null: every outcome that has no transition of its own. */
  branch: string | null
  /** The name that the author gave to a branch of a CONDITION. */
  name: string | null
}

/** Something that keeps a draft from being enabled, or from being stored at all. */
export interface DraftError {
  /** The step with the error; null for the workflow as a whole. */
  stepId: string | null
  /** The transition with the error, where it is one. */
  transitionId: string | null
  /** The path within the step, such as `config.url`. */
  field: string
  message: string
  /** `required` where something is missing. */
  code: string
}

/** The change of a step or a transition between two versions, as the canvas marks it; keys are ids. */
export type Mark = 'added' | 'changed' | 'removed'
export type Marks = Readonly<Record<string, Mark>>

/** The number of executions at a step, by its id. */
export type StepCounts = Readonly<Record<string, { waiting: number; entered: number; failed: number }>>
