import type { Draft, DraftStep, DraftTransition, Outcome } from '../../../../shared/workflow-draft/draft.js'
import { reachedSteps, triggerStep, outcomesWithTransitions } from '../../../../shared/workflow-draft/graph.js'

/** An entry of the outline. Steps follow each other on one level; the outcomes of a decision are below it. */
export type OutlineItem = { id: string; children: readonly OutlineItem[] } & (
  | { kind: 'step'; step: DraftStep }
  /** A way out of a step that has several. */
  | { kind: 'outcome'; step: DraftStep; outcome: Outcome; transition: DraftTransition | undefined }
  /** The path continues at a step at another place of the outline. */
  | { kind: 'jump'; to: DraftStep; transition: DraftTransition }
  /** The steps to which nothing leads. */
  | { kind: 'loose' }
)

/** A visible entry, with the properties that a tree gives it. */
export interface OutlineRow {
  item: OutlineItem
  level: number
  position: number
  size: number
  parentId: string | null
  isOpen: boolean
}

/** The id of the entry under which the steps stand to which nothing leads. */
export const LOOSE = 'loose'

/** The outline of a draft: the path from the TRIGGER, and what is not connected to it. */
export function outlineOf(draft: Draft): OutlineItem[] {
  const shown = new Set<string>()
  const trigger = triggerStep(draft)
  const path = trigger ? pathFrom(draft, trigger, shown) : []
  const reached = reachedSteps(draft)
  const loose = draft.steps.filter(({ id }) => !reached.has(id))
  const isEntry = ({ id }: DraftStep): boolean => draft.transitions.every(({ toStepId }) => toStepId !== id)
  const children = [...loose.filter(isEntry), ...loose].flatMap((step) =>
    shown.has(step.id) ? [] : pathFrom(draft, step, shown),
  )
  return children.length === 0 ? path : [...path, { kind: 'loose', id: LOOSE, children }]
}

/** The entries that are visible while some are closed, in the order of the rows. */
export function visibleRows(items: readonly OutlineItem[], closed: ReadonlySet<string>): OutlineRow[] {
  const rows: OutlineRow[] = []
  const add = (list: readonly OutlineItem[], level: number, parentId: string | null): void => {
    for (const [index, item] of list.entries()) {
      const isOpen = item.children.length > 0 && !closed.has(item.id)
      rows.push({ item, level, position: index + 1, size: list.length, parentId, isOpen })
      if (isOpen) add(item.children, level + 1, item.id)
    }
  }
  add(items, 1, null)
  return rows
}

/** The entries that have to be open so that the one of a step is visible. */
export function ancestorsOf(items: readonly OutlineItem[], id: string, above: readonly string[] = []): string[] | null {
  for (const item of items) {
    if (item.id === id) return [...above]
    const found = ancestorsOf(item.children, id, [...above, item.id])
    if (found) return found
  }
  return null
}

function pathFrom(draft: Draft, first: DraftStep, shown: Set<string>): OutlineItem[] {
  const items: OutlineItem[] = []
  for (let step: DraftStep | undefined = first; step;) {
    shown.add(step.id)
    const outcomes = outcomesWithTransitions(draft, step)
    if (outcomes.length !== 1) {
      items.push({ kind: 'step', id: step.id, step, children: outcomesBelow(draft, step, shown) })
      return items
    }
    items.push({ kind: 'step', id: step.id, step, children: [] })
    const transition: DraftTransition | undefined = outcomes[0]?.transition
    const next: DraftStep | undefined = draft.steps.find(({ id }) => id === transition?.toStepId)
    if (transition && next && shown.has(next.id)) {
      items.push({ kind: 'jump', id: transition.id, to: next, transition, children: [] })
      return items
    }
    step = next
  }
  return items
}

function outcomesBelow(draft: Draft, step: DraftStep, shown: Set<string>): OutlineItem[] {
  return outcomesWithTransitions(draft, step).flatMap(({ transition, ...outcome }): OutlineItem[] => {
    const isRest = outcome.branch === null
    // The outcome for all the rest is shown where it is used, so that a free one does not stand at every step.
    if (isRest && !transition) return []
    const to = draft.steps.find(({ id }) => id === transition?.toStepId)
    const isJump = transition && to && shown.has(to.id)
    const children = !to ? [] : isJump ? [jump(to, transition)] : pathFrom(draft, to, shown)
    return [{ kind: 'outcome', id: outcomeId(step.id, outcome.branch), step, outcome, transition, children }]
  })
}

function jump(to: DraftStep, transition: DraftTransition): OutlineItem {
  return { kind: 'jump', id: transition.id, to, transition, children: [] }
}

/** The id of the entry of a way. */
export function outcomeId(stepId: string, branch: string | null): string {
  return JSON.stringify([stepId, branch])
}
