import type { ConditionTree } from '../../../models/domain/conditions/tree.js'

type Tree = ConditionTree | null

/** What a condition was before, and what it was before that was taken back. */
export interface History {
  past: readonly Tree[]
  future: readonly Tree[]
  /** What the last edit was about: the letters of one text are one edit. */
  about: string | null
}

/** A condition that nobody has changed yet. */
export const NO_HISTORY: History = { past: [], future: [], about: null }
const MOST = 100

/** Notes what the condition was before an edit. */
export function noteEdit({ past, about }: History, before: Tree, nowAbout: string | null): History {
  if (nowAbout !== null && nowAbout === about) return { past, future: [], about }
  return { past: [...past, before].slice(-MOST), future: [], about: nowAbout }
}

/** Takes the last edit back; null where there is none. */
export function stepBack({ past, future }: History, now: Tree): { tree: Tree; history: History } | null {
  if (past.length === 0) return null
  const tree = past.at(-1) ?? null
  return { tree, history: { past: past.slice(0, -1), future: [...future, now], about: null } }
}

/** Takes edits back until the condition is as it was then; null where the history does not reach so far. */
export function backTo(then: Tree, history: History, now: Tree): ReturnType<typeof stepBack> {
  let found = stepBack(history, now)
  while (found && found.tree !== then) found = stepBack(found.history, found.tree)
  return found
}

/** Makes the edit again that was taken back last; null where there is none. */
export function stepForward({ past, future }: History, now: Tree): { tree: Tree; history: History } | null {
  if (future.length === 0) return null
  const tree = future.at(-1) ?? null
  return { tree, history: { past: [...past, now], future: future.slice(0, -1), about: null } }
}
