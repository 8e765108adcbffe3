import type { Draft } from './draft.js'

/** The number of steps that can be undone. */
export const MAX_HISTORY = 200
// A pause in typing begins another step.
const TYPING_MS = 2_000

/** A draft with its earlier states, and with the states that were undone. */
export interface History {
  past: readonly Draft[]
  present: Draft
  future: readonly Draft[]
  /** The field that was typed into last, and when. */
  typing: { field: string; at: number } | null
}

/** A history that begins. */
export function startHistory(draft: Draft): History {
  return { past: [], present: draft, future: [], typing: null }
}

/** Adds a draft to the history; one that is the same adds nothing, and typing into one field goes on in one step. */
export function record(history: History, draft: Draft, { typing, at }: { typing?: string; at: number }): History {
  const { past, present } = history
  if (draft === present) return history
  const isTyped = typing !== undefined && typing === history.typing?.field && at - history.typing.at <= TYPING_MS
  return {
    past: isTyped ? past : [...past, present].slice(-MAX_HISTORY),
    present: draft,
    future: [],
    typing: typing === undefined ? null : { field: typing, at },
  }
}

/** Undoes the last step. */
export function undo({ past, present, future, ...rest }: History): History {
  const before = past.at(-1)
  if (!before) return { past, present, future, ...rest }
  return { past: past.slice(0, -1), present: before, future: [present, ...future], typing: null }
}

/** Redoes the step that was undone last. */
export function redo({ past, present, future, ...rest }: History): History {
  const [after, ...later] = future
  if (!after) return { past, present, future, ...rest }
  return { past: [...past, present], present: after, future: later, typing: null }
}
