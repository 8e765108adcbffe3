import type { ConditionTree } from '../../../models/domain/conditions/tree.js'

type Tree = ConditionTree | null

/** The earlier states of a condition, and the states that were undone. */
export interface History {
  past: readonly Tree[]
  future: readonly Tree[]
  /** The target of the last edit: the letters of one text are one edit. */
  about: string | null
}

/** The history of an unchanged condition. */
export const NO_HISTORY: History = { past: [], future: [], about: null }
const MOST = 100

/** Records the state of the condition before an edit. */
export function noteEdit({ past, about }: History, before: Tree, nowAbout: string | null): History {
  if (nowAbout !== null && nowAbout === about) return { past, future: [], about }
  return { past: [...past, before].slice(-MOST), future: [], about: nowAbout }
}

/** Undoes the last edit; null where there is none. */
export function stepBack({ past, future }: History, now: Tree): { tree: Tree; history: History } | null {
  if (past.length === 0) return null
  const tree = past.at(-1) ?? null
  return { tree, history: { past: past.slice(0, -1), future: [...future, now], about: null } }
}

/** Undoes edits until the condition is the given one; null if the history does not contain it. */
export function backTo(then: Tree, history: History, now: Tree): ReturnType<typeof stepBack> {
  let found = stepBack(history, now)
  while (found && found.tree !== then) found = stepBack(found.history, found.tree)
  return found
}

/** Redoes the edit that was undone last; null without one. */
export function stepForward({ past, future }: History, now: Tree): { tree: Tree; history: History } | null {
  if (future.length === 0) return null
  const tree = future.at(-1) ?? null
  return { tree, history: { past: [...past, now], future: future.slice(0, -1), about: null } }
}
