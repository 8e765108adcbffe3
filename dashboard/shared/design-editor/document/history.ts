import type { EmailDesign } from '../../../../models/domain/design/design.js'

/** The earlier designs, and those that were undone. */
export interface History {
  past: readonly EmailDesign[]
  future: readonly EmailDesign[]
  /** The target of the last edit and its time: the letters that are typed in one go are one edit. */
  last: { about: string; atMs: number } | null
}

export const NO_HISTORY: History = { past: [], future: [], last: null }
const MOST = 200
const PAUSE_MS = 1_000

/** Records the design before an edit. `about` names the target of an edit that can be a part of the one before. */
export function noteEdit({ past, last }: History, before: EmailDesign, about: string | null, atMs: number): History {
  const now = about === null ? null : { about, atMs }
  if (now && last?.about === about && atMs - last.atMs < PAUSE_MS) return { past, future: [], last: now }
  return { past: [...past, before].slice(-MOST), future: [], last: now }
}

/** A design of the history, with the history as it is then. */
export interface Step {
  design: EmailDesign
  history: History
}

/** Undoes the last edit; null without one. */
export function stepBack({ past, future }: History, now: EmailDesign): Step | null {
  const design = past.at(-1)
  return design ? { design, history: { past: past.slice(0, -1), future: [...future, now], last: null } } : null
}

/** Redoes the edit that was undone last; null without one. */
export function stepForward({ past, future }: History, now: EmailDesign): Step | null {
  const design = future.at(-1)
  return design ? { design, history: { past: [...past, now], future: future.slice(0, -1), last: null } } : null
}
