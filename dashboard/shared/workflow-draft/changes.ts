import type { Draft, DraftStep, DraftTransition, Marks } from './draft.js'
import { isSame } from './is-same.js'

/** A step that both versions have, with the parts that differ. */
export interface ChangedStep {
  before: DraftStep
  after: DraftStep
  parts: readonly ('name' | 'config' | 'template')[]
}

/**
 * The differences between two versions of a workflow. A transition is the same if its outcome and its two steps are.
 */
export interface Changes {
  added: readonly DraftStep[]
  changed: readonly ChangedStep[]
  removed: readonly DraftStep[]
  connected: readonly DraftTransition[]
  disconnected: readonly DraftTransition[]
  isTriggerChanged: boolean
  isNameChanged: boolean
  isDescriptionChanged: boolean
  isMoved: boolean
}

/** The differences between a draft and the version that it was made from. */
export function changesSince(base: Draft, draft: Draft): Changes {
  const [before, after] = [byId(base.steps), byId(draft.steps)]
  return {
    added: draft.steps.filter(({ id }) => !before.has(id)),
    changed: draft.steps.flatMap((step) => changedStep(before.get(step.id), step)),
    removed: base.steps.filter(({ id }) => !after.has(id)),
    connected: without(draft.transitions, base.transitions),
    disconnected: without(base.transitions, draft.transitions),
    isTriggerChanged: !isSame(base.trigger, draft.trigger),
    isNameChanged: base.name !== draft.name,
    isDescriptionChanged: base.description !== draft.description,
    isMoved: !isSame(base.positions, draft.positions),
  }
}

/** The number of changes that a person would count; moved steps are one. */
export function countChanges(changes: Changes): number {
  const { added, changed, removed, connected, disconnected, ...flags } = changes
  const lists = [added, changed, removed, connected, disconnected].map(({ length }) => length)
  const single = Object.values(flags).filter(Boolean).length
  return lists.reduce((sum, length) => sum + length, single)
}

/** The differences by the ids of steps and transitions, for a drawing of both versions in one. */
export function marksOf({ added, changed, removed, connected, disconnected }: Changes): Marks {
  const marked = (items: readonly { id: string }[], mark: Marks[string]) => items.map(({ id }) => [id, mark] as const)
  return Object.fromEntries([
    ...marked(added, 'added'),
    ...marked(
      changed.map(({ after }) => after),
      'changed',
    ),
    ...marked(removed, 'removed'),
    ...marked(connected, 'added'),
    ...marked(disconnected, 'removed'),
  ])
}

/** The newer version with what it has removed still in it, for a drawing of both. */
export function mergedVersions(before: Draft, after: Draft): Draft {
  const { removed, disconnected } = changesSince(before, after)
  return {
    ...after,
    steps: [...after.steps, ...removed],
    transitions: [...after.transitions, ...disconnected],
    positions: { ...before.positions, ...after.positions },
  }
}

/** The identity of a transition in two versions. */
export function wayKey({ fromStepId, branch, toStepId }: DraftTransition): string {
  return JSON.stringify([fromStepId, branch, toStepId])
}

function without(all: readonly DraftTransition[], others: readonly DraftTransition[]): DraftTransition[] {
  const known = new Set(others.map(wayKey))
  return all.filter((transition) => !known.has(wayKey(transition)))
}

function changedStep(before: DraftStep | undefined, after: DraftStep): ChangedStep[] {
  if (!before || before === after) return []
  const parts = [
    before.name !== after.name && ('name' as const),
    before.templateId !== after.templateId && ('template' as const),
    !isSame(before.config, after.config) && ('config' as const),
  ].filter((part) => part !== false)
  return parts.length === 0 ? [] : [{ before, after, parts }]
}

function byId<Item extends { id: string }>(items: readonly Item[]): Map<string, Item> {
  return new Map(items.map((item) => [item.id, item]))
}
