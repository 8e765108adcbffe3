import { notFound } from '../../models/domain/errors.js'
import { findStep, type Graph, type Step } from '../../models/domain/workflow-graph.js'
import type { WorkflowRef } from './find-workflow.js'

/** Which step of which workflow. */
export interface WorkflowStepRef extends WorkflowRef {
  stepId: string
}

/** The step of a graph. Throws RESOURCE_NOT_FOUND. */
export function requireStep(graph: Graph, stepId: string): Step {
  const step = findStep(graph, stepId)
  if (!step) throw notFound('step', stepId)
  return step
}
