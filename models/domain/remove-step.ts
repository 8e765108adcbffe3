import { findStep, refuseTransition, type Graph } from './workflow-graph.js'

/** The graph without a step and its transitions. The successors of the step stay unconnected. */
export function withoutStep({ steps, transitions }: Graph, stepId: string): Graph {
  return {
    steps: steps.filter(({ id }) => id !== stepId),
    transitions: transitions.filter(({ fromStepId, toStepId }) => fromStepId !== stepId && toStepId !== stepId),
  }
}

/**
 * The graph without a step. The incoming transitions of the step lead to its only successor instead, or are removed
 * when it has none. A `refusal` says why this is impossible: the step has several successors, or a new transition is
 * not allowed.
 */
export function spliceStep(graph: Graph, stepId: string): { graph: Graph } | { refusal: string } {
  const following = graph.transitions.filter(({ fromStepId }) => fromStepId === stepId)
  const [successorId, ...others] = new Set(following.map(({ toStepId }) => toStepId))
  if (others.length > 0) return { refusal: 'Cannot splice: several steps follow this one' }
  const remainder = withoutStep(graph, stepId)
  const successor = successorId === undefined ? null : findStep(remainder, successorId)
  if (!successor) return { graph: remainder }
  for (const way of graph.transitions.filter(({ toStepId }) => toStepId === stepId)) {
    const from = findStep(remainder, way.fromStepId)
    const refusal = from && refuseTransition(remainder, from, successor, way.branch)
    if (refusal) return { refusal: `"${from.name}" would lead to "${successor.name}". ${refusal.message}` }
    remainder.transitions.push({ ...way, toStepId: successor.id })
  }
  return { graph: remainder }
}
