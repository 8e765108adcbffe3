import type { FieldError } from './errors.js'
import {
  BRANCH_TAKEN,
  CLOSES_LOOP,
  isPause,
  refuseEnds,
  type Graph,
  type Refusal,
  type Step,
  type Transition,
} from './workflow-graph.js'

/**
 * Why a graph cannot be stored whole: repeated ids, not exactly one TRIGGER, and transitions that cannot be. The time
 * grows with the number of steps and transitions alone.
 */
export function graphFaults({ steps, transitions }: Graph): FieldError[] {
  const byId = new Map(steps.map((step) => [step.id, step]))
  const faults = [
    ...repeated(steps).map(({ id }) => ({
      ...fault(`steps.${id}.id`, 'Another step already has this id'),
      stepId: id,
    })),
    ...repeated(transitions).map(({ id }) => fault(`transitions.${id}.id`, 'Another transition already has this id')),
    ...triggerCount(steps),
    ...transitionFaults(transitions, byId),
  ]
  return faults.length > 0 ? faults : loopFaults(transitions, byId)
}

function triggerCount(steps: readonly Step[]): FieldError[] {
  const triggers = steps.filter(({ type }) => type === 'TRIGGER').length
  return triggers === 1 ? [] : [fault('steps', `A workflow must have exactly one trigger; this one has ${triggers}`)]
}

function transitionFaults(transitions: readonly Transition[], byId: ReadonlyMap<string, Step>): FieldError[] {
  const taken = new Set<string>()
  return transitions.flatMap((transition) => {
    const { fromStepId, toStepId, branch } = transition
    const [from, to] = [byId.get(fromStepId), byId.get(toStepId)]
    if (!from) return [refused(transition, { field: 'fromStepId', message: 'The definition has no such step' })]
    if (!to) return [refused(transition, { field: 'toStepId', message: 'The definition has no such step' })]
    const outcome = JSON.stringify([fromStepId, branch])
    const refusal = refuseEnds(from, to, branch) ?? (taken.has(outcome) ? BRANCH_TAKEN : null)
    taken.add(outcome)
    return refusal ? [refused(transition, refusal)] : []
  })
}

/** The transitions that close a loop without a pause, found by one walk in depth over the steps that do not pause. */
function loopFaults(transitions: readonly Transition[], byId: ReadonlyMap<string, Step>): FieldError[] {
  const leaving = new Map<string, Transition[]>()
  for (const transition of transitions) {
    const ways = leaving.get(transition.fromStepId) ?? []
    leaving.set(transition.fromStepId, [...ways, transition])
  }
  const closing: FieldError[] = []
  const state = new Map<string, 'open' | 'done'>()
  const visit = (step: Step): void => {
    if (isPause(step)) return
    state.set(step.id, 'open')
    for (const transition of leaving.get(step.id) ?? []) {
      const next = byId.get(transition.toStepId)
      const seen = next && state.get(next.id)
      if (seen === 'open') closing.push(refused(transition, CLOSES_LOOP))
      else if (next && seen === undefined) visit(next)
    }
    state.set(step.id, 'done')
  }
  for (const step of byId.values()) if (!state.has(step.id)) visit(step)
  return closing
}

function repeated<Item extends { id: string }>(items: readonly Item[]): Item[] {
  const seen = new Set<string>()
  return items.filter(({ id }) => seen.has(id) || !seen.add(id))
}

function refused({ id, fromStepId }: Transition, { field, message }: Refusal): FieldError {
  return { ...fault(`transitions.${id}.${field}`, message), stepId: fromStepId }
}

function fault(field: string, message: string): FieldError {
  return { field, message, code: 'custom' }
}
