import { conditionBranches } from './condition-step.js'

/** Every type of step. */
export const STEP_TYPES = [
  'TRIGGER',
  'SEND_EMAIL',
  'DELAY',
  'WAIT_FOR_EVENT',
  'CONDITION',
  'WEBHOOK',
  'UPDATE_CONTACT',
  'EXIT',
] as const
export type StepType = (typeof STEP_TYPES)[number]

/** One step of a workflow; its type decides the shape of `config`. */
export interface Step {
  id: string
  type: StepType
  name: string
  position: { x: number; y: number }
  config: Record<string, unknown>
  templateId: string | null
  createdAt: Date
  updatedAt: Date
}

/**
 * A transition between steps. `branch` is the outcome that takes it; null for every outcome without its own transition.
 */
export interface Transition {
  id: string
  fromStepId: string
  toStepId: string
  branch: string | null
  priority: number
  createdAt: Date
}

/** The steps of a workflow and their transitions. */
export interface Graph {
  steps: Step[]
  transitions: Transition[]
}

/** Limit on the steps of a workflow, its TRIGGER included. */
export const MAX_STEPS = 200
/** Limit on the step runs of one execution. */
export const MAX_STEP_RUNS = 1_000

/** The step after `branch` of a step; null when the execution ends there. */
export function findNextStep(graph: Graph, fromStepId: string, branch: string | null): Step | null {
  const transitions = graph.transitions
    .filter((transition) => transition.fromStepId === fromStepId)
    .sort((a, b) => a.priority - b.priority)
  const transition =
    transitions.find((transition) => transition.branch === branch) ?? transitions.find(({ branch }) => branch === null)
  return (transition && findStep(graph, transition.toStepId)) ?? null
}

/** The step with this id, or null. */
export function findStep(graph: Graph, stepId: string): Step | null {
  return graph.steps.find((step) => step.id === stepId) ?? null
}

/** The first step after the TRIGGER, or null when none follows. */
export function firstStep(graph: Graph): Step | null {
  const trigger = graph.steps.find((step) => step.type === 'TRIGGER')
  return trigger ? findNextStep(graph, trigger.id, null) : null
}

/** The outcomes of a step that transitions can name; empty for a step with one outcome. */
export function branchesOf(step: Step): readonly string[] {
  switch (step.type) {
    case 'CONDITION':
      return conditionBranches(step.config)
    case 'WAIT_FOR_EVENT':
      return ['event', 'timeout']
    case 'WEBHOOK':
      return ['success', 'failure']
    case 'TRIGGER':
    case 'SEND_EMAIL':
    case 'DELAY':
    case 'UPDATE_CONTACT':
    case 'EXIT':
      return []
    default:
      return step.type satisfies never
  }
}

/** The transitions of outcomes that a change of a step removes. */
export function strandedTransitions({ transitions }: Graph, before: Step, after: Step): Transition[] {
  const remainingBranches = new Set(branchesOf(after))
  const lostBranches = new Set(branchesOf(before).filter((branch) => !remainingBranches.has(branch)))
  return transitions.filter(
    ({ fromStepId, branch }) => fromStepId === before.id && branch !== null && lostBranches.has(branch),
  )
}

/** The reason for which a transition cannot be added: the field at fault, and a message for the author. */
export interface Refusal {
  field: 'fromStepId' | 'toStepId' | 'branch'
  message: string
}

/** The reason for which a transition cannot be added; null when it can. */
export function refuseTransition(graph: Graph, from: Step, to: Step, branch: string | null): Refusal | null {
  const refusal = refuseEnds(from, to, branch)
  if (refusal) return refusal
  const isTaken = graph.transitions.some(
    (transition) => transition.fromStepId === from.id && transition.branch === branch,
  )
  if (isTaken) return BRANCH_TAKEN
  return leadsBack(graph, to, from.id) ? CLOSES_LOOP : null
}

/** The refusal of a second transition for one outcome of a step. */
export const BRANCH_TAKEN: Refusal = { field: 'branch', message: 'This step already has a transition for that branch' }

/** The refusal of a transition that closes a loop without a pause. */
export const CLOSES_LOOP: Refusal = {
  field: 'toStepId',
  message: 'A loop must pass through a delay or a wait for an event',
}

/** Why these two steps cannot be connected, whatever other transitions there are; null when they can. */
export function refuseEnds(from: Step, to: Step, branch: string | null): Refusal | null {
  if (from.id === to.id) return { field: 'toStepId', message: 'A step cannot lead to itself' }
  if (to.type === 'TRIGGER') return { field: 'toStepId', message: 'A transition cannot lead to the trigger' }
  if (from.type === 'EXIT') return { field: 'fromStepId', message: 'A transition cannot start at an exit' }
  const wrongBranch = refuseBranch(from, branch)
  return wrongBranch === null ? null : { field: 'branch', message: wrongBranch }
}

function refuseBranch(from: Step, branch: string | null): string | null {
  const branches = branchesOf(from)
  if (branch === null)
    return from.type === 'CONDITION' ? `Choose a branch of the condition: ${branches.join(' or ')}` : null
  if (branches.includes(branch)) return null
  if (branches.length === 0) return 'This step has no branches'
  return `Unknown branch. This step has ${branches.join(' and ')}`
}

// An execution must not loop without a pause, so a path back to `targetId` needs a DELAY or a WAIT_FOR_EVENT.
function leadsBack(graph: Graph, from: Step, targetId: string): boolean {
  const seen = new Set<string>()
  const open = [from]
  for (let step = open.pop(); step; step = open.pop()) {
    if (seen.has(step.id) || isPause(step)) continue
    if (step.id === targetId) return true
    seen.add(step.id)
    for (const way of graph.transitions.filter(({ fromStepId }) => fromStepId === step.id)) {
      const next = findStep(graph, way.toStepId)
      if (next) open.push(next)
    }
  }
  return false
}

/** Whether a step pauses an execution, so that a loop may pass through it. */
export function isPause(step: Step): boolean {
  return step.type === 'DELAY' || step.type === 'WAIT_FOR_EVENT'
}
