import { conditionBranches, DEFAULT_BRANCH } from '../../../models/domain/condition-step.js'
import {
  branchesOf,
  refuseTransition,
  type Graph,
  type Step,
  type Transition,
} from '../../../models/domain/workflow-graph.js'
import type { Draft, DraftStep, DraftTransition, Outcome } from './draft.js'

const EPOCH = new Date(0)

/** The graph of a draft, as the rules of workflows read it. */
export function graphOf({ steps, transitions }: Pick<Draft, 'steps' | 'transitions'>): Graph {
  return { steps: steps.map(asStep), transitions: transitions.map(asTransition) }
}

/** A step as the rules of workflows read it. They use neither its position nor its times. */
export function asStep(step: DraftStep): Step {
  return { ...step, position: { x: 0, y: 0 }, createdAt: EPOCH, updatedAt: EPOCH }
}

function asTransition(transition: DraftTransition): Transition {
  return { ...transition, createdAt: EPOCH }
}

/** The transitions of a graph, as a draft holds them. */
export function transitionsOf({ transitions }: { transitions: readonly DraftTransition[] }): DraftTransition[] {
  return transitions.map(({ id, fromStepId, toStepId, branch, priority }) => ({
    id,
    fromStepId,
    toStepId,
    branch,
    priority,
  }))
}

/** The step with this id. */
export function findDraftStep(draft: Pick<Draft, 'steps'>, stepId: string | null | undefined): DraftStep | undefined {
  return draft.steps.find(({ id }) => id === stepId)
}

/** The TRIGGER of a draft; every draft has one. */
export function triggerStep(draft: Pick<Draft, 'steps'>): DraftStep | undefined {
  return draft.steps.find(({ type }) => type === 'TRIGGER')
}

/**
 * The outcomes of a step, in the order of its handles. A step with outcomes of its own, other than a CONDITION, also
 * has the one for all the rest; a step without any has that one alone, and an EXIT none.
 */
export function outcomesOf(step: DraftStep): Outcome[] {
  if (step.type === 'EXIT') return []
  if (step.type === 'CONDITION') return conditionOutcomes(step)
  const own = branchesOf(asStep(step)).map((branch): Outcome => ({ branch, name: null }))
  return [...own, { branch: null, name: null }]
}

function conditionOutcomes({ config }: DraftStep): Outcome[] {
  const named = Array.isArray(config['branches']) ? (config['branches'] as { id?: string; name?: string }[]) : []
  return conditionBranches(config).map((branch) => ({
    branch,
    name: branch === DEFAULT_BRANCH ? null : (named.find(({ id }) => id === branch)?.name ?? null),
  }))
}

/** The outcomes of a step with the transition that leaves by each, if there is one. */
export function outcomesWithTransitions(
  draft: Draft,
  step: DraftStep,
): (Outcome & { transition: DraftTransition | undefined })[] {
  const leaving = draft.transitions.filter(({ fromStepId }) => fromStepId === step.id)
  return outcomesOf(step).map((outcome) => ({
    ...outcome,
    transition: leaving.find(({ branch }) => branch === outcome.branch),
  }))
}

/** Why an outcome of a step cannot lead to another step; null when it can. */
export function whyNotConnect(
  draft: Draft,
  fromStepId: string,
  branch: string | null,
  toStepId: string,
): string | null {
  const graph = graphOf(draft)
  const from = graph.steps.find(({ id }) => id === fromStepId)
  const to = graph.steps.find(({ id }) => id === toStepId)
  if (!from || !to) return 'There is no such step'
  return refuseTransition(graph, from, to, branch)?.message ?? null
}

/** Why a transition cannot lead to another step instead; null when it can. */
export function whyNotReconnect(draft: Draft, transitionId: string, toStepId: string): string | null {
  const transition = draft.transitions.find(({ id }) => id === transitionId)
  if (!transition) return 'There is no such transition'
  const others = draft.transitions.filter(({ id }) => id !== transitionId)
  return whyNotConnect({ ...draft, transitions: others }, transition.fromStepId, transition.branch, toStepId)
}

/** The ids of the steps that an execution can reach from the TRIGGER. */
export function reachedSteps(draft: Pick<Draft, 'steps' | 'transitions'>): Set<string> {
  const leaving = new Map<string, string[]>()
  for (const { fromStepId, toStepId } of draft.transitions) {
    leaving.set(fromStepId, [...(leaving.get(fromStepId) ?? []), toStepId])
  }
  const reached = new Set<string>()
  const open = [triggerStep(draft)?.id]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    open.push(...(leaving.get(id) ?? []))
  }
  return reached
}
