import { notFound } from '../../../models/domain/errors.js'
import { findStep, type Graph, type Step } from '../../../models/domain/workflow-graph.js'
import type { WorkflowRef } from './find-workflow.js'

/** The ids of a step, its workflow and its project. */
export interface WorkflowStepRef extends WorkflowRef {
  stepId: string
}

/** Finds a step of a graph. Throws RESOURCE_NOT_FOUND. */
export function requireStep(graph: Graph, stepId: string): Step {
  const step = findStep(graph, stepId)
  if (!step) throw notFound('step', stepId)
  return step
}

/** A step's config and template. The template's id is in both, for clients that read either of them. */
export function withTemplate(
  config: Record<string, unknown>,
  templateId: string | null,
): Pick<Step, 'config' | 'templateId'> {
  const { templateId: _, ...rest } = config
  return { config: templateId === null ? rest : { ...rest, templateId }, templateId }
}
