import type { Draft, DraftStep, DraftTransition, DraftTrigger, Position } from './draft.js'

/** The place of a new step: on a transition, which it divides; after an outcome of a step; or without a connection. */
export type Place =
  | { at: 'transition'; transitionId: string }
  | { at: 'outcome'; fromStepId: string; branch: string | null }
  | { at: 'nowhere' }

/** Steps that were copied, with the transitions between them. */
export interface Clip {
  steps: readonly DraftStep[]
  transitions: readonly DraftTransition[]
  positions: Readonly<Record<string, Position>>
}

/**
 * A change of a draft. New ids come with it, so that the same change makes the same draft. An edit that is not allowed
 * leaves the draft as it is.
 */
export type Edit =
  /**
   * `transitionIds` are for the transition that leads to the step, and the one that leads on. With `positions` every
   * step has its place then, as after a move by hand.
   */
  | {
      type: 'add'
      step: DraftStep
      place: Place
      positions?: Draft['positions']
      transitionIds: readonly [string, string]
    }
  | { type: 'connect'; transition: DraftTransition }
  | { type: 'reconnect'; transitionId: string; toStepId: string }
  | { type: 'disconnect'; transitionId: string }
  /** Removes steps and joins the path around each, where one step alone follows it. */
  | { type: 'delete'; stepIds: readonly string[] }
  | { type: 'rename'; stepId: string; name: string }
  | { type: 'configure'; stepId: string; config: DraftStep['config']; templateId?: string | null }
  | { type: 'describe'; name?: string; description?: string | null }
  | { type: 'trigger'; trigger: Partial<DraftTrigger> }
  | { type: 'move'; positions: Readonly<Record<string, Position>> }
  /** Forgets what was placed by hand: the layout places every step. */
  | { type: 'tidy' }
  | { type: 'paste'; clip: Clip; place: Place; transitionIds: readonly [string, string] }
  | { type: 'replace'; draft: Draft }

/** The actions of an editor and its canvas. */
export type EditorAction =
  | {
      type: 'edit'
      edit: Edit
      /** The moment in milliseconds, by which typing into one field becomes one step of the history. */
      at: number
      /** Names the field that is being typed into. */
      typing?: string
    }
  | { type: 'undo' }
  | { type: 'redo' }
  | { type: 'select'; stepIds: readonly string[]; transitionId?: string | null }
