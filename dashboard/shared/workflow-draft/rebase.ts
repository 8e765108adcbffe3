import type { Draft, DraftStep, DraftTransition } from './draft.js'
import { isSame } from './is-same.js'

/** A part of a workflow that two authors changed in different ways. */
export type Conflict = { key: string } & (
  | { kind: 'step'; mine: DraftStep | null; theirs: DraftStep | null }
  | { kind: 'outcome'; fromStepId: string; branch: string | null; mine: string | null; theirs: string | null }
  | { kind: 'trigger' | 'name' | 'description' }
)

/** Whose version of a conflict holds, by its key; the own one where nothing was chosen. */
export type Choices = Readonly<Record<string, 'mine' | 'theirs'>>

/** A draft on a newer version. */
export interface Rebased {
  draft: Draft
  conflicts: readonly Conflict[]
  /** Transitions that went because the step at one of their ends is gone. */
  dropped: readonly DraftTransition[]
}

/**
 * Puts the changes of a draft upon a newer version. Changes to different steps, outcomes and fields combine; what both
 * have changed in different ways is a conflict.
 */
export function rebase(base: Draft, mine: Draft, theirs: Draft, choices: Choices = {}): Rebased {
  const conflicts: Conflict[] = []
  const merge = <T>(before: T, own: T, other: T, conflict: Conflict): T => {
    if (isSame(own, other) || isSame(other, before)) return own
    if (isSame(own, before)) return other
    conflicts.push(conflict)
    return choices[conflict.key] === 'theirs' ? other : own
  }
  const steps = mergeSteps(base, mine, theirs, merge)
  const { kept, dropped } = mergeTransitions(base, mine, theirs, { steps, merge })
  const ids = new Set(steps.map(({ id }) => id))
  const positions = Object.entries({ ...theirs.positions, ...mine.positions }).filter(([id]) => ids.has(id))
  const draft: Draft = {
    name: merge(base.name, mine.name, theirs.name, { kind: 'name', key: 'name' }),
    description: merge(base.description, mine.description, theirs.description, {
      kind: 'description',
      key: 'description',
    }),
    trigger: merge(base.trigger, mine.trigger, theirs.trigger, { kind: 'trigger', key: 'trigger' }),
    steps,
    transitions: kept,
    positions: Object.fromEntries(positions),
  }
  return { draft, conflicts, dropped }
}

type Merge = <T>(before: T, own: T, other: T, conflict: Conflict) => T

function mergeSteps(base: Draft, mine: Draft, theirs: Draft, merge: Merge): DraftStep[] {
  const [before, own, other] = [base, mine, theirs].map(({ steps }) => new Map(steps.map((step) => [step.id, step])))
  const ids = new Set([...theirs.steps, ...mine.steps].map(({ id }) => id))
  return [...ids].flatMap((id) => {
    const [old, my, their] = [before?.get(id) ?? null, own?.get(id) ?? null, other?.get(id) ?? null]
    const conflict: Conflict = { kind: 'step', key: `step ${id}`, mine: my, theirs: their }
    return merge(old, my, their, conflict) ?? []
  })
}

interface Merging {
  steps: readonly DraftStep[]
  merge: Merge
}

/** An outcome leads to one step, so that its target is what may be in conflict. */
function mergeTransitions(base: Draft, mine: Draft, theirs: Draft, { steps, merge }: Merging) {
  const [before, own, other] = [base, mine, theirs].map(byOutcome)
  const known = new Set(steps.map(({ id }) => id))
  const all = new Map([...(other ?? []), ...(own ?? [])])
  const merged = [...all].flatMap(([key, { fromStepId, branch }]): DraftTransition[] => {
    const [old, my, their] = [before, own, other].map((byKey) => byKey?.get(key)?.toStepId ?? null) as Targets
    // A transition to or from a step that is gone is no matter of choice.
    const isGone = (target: string | null): boolean => target !== null && !known.has(target)
    const target =
      isGone(my) && !isGone(their) && their !== null
        ? their
        : merge(old, my, their, { kind: 'outcome', key: `outcome ${key}`, fromStepId, branch, mine: my, theirs: their })
    const source = own?.get(key)?.toStepId === target ? own.get(key) : (other?.get(key) ?? own?.get(key))
    return target === null || !source ? [] : [{ ...source, toStepId: target }]
  })
  const fits = ({ fromStepId, toStepId }: DraftTransition): boolean => known.has(fromStepId) && known.has(toStepId)
  return { kept: merged.filter(fits), dropped: merged.filter((one) => !fits(one)) }
}

type Targets = [string | null, string | null, string | null]

function byOutcome({ transitions }: Draft): Map<string, DraftTransition> {
  return new Map(transitions.map((one) => [JSON.stringify([one.fromStepId, one.branch]), one]))
}
