import type { ClientSession } from 'mongoose'
import type { Step } from '../../../models/domain/workflow-graph.js'
import { Workflow } from '../../../models/workflow.js'
import { pinnedVersions } from '../../base/references/pinned-versions.js'
import { findTemplate, type TemplateRef } from './find-template.js'

interface Named {
  id: string
  name: string
}

/** A step that sends a template, and the workflow it belongs to. */
export interface UsingStep extends Named {
  workflowId: string
  workflowName: string
}

/** The uses of a template in a project, and how many messages of it were sent. */
export interface TemplateUsage {
  campaigns: Named[]
  workflowSteps: UsingStep[]
  emailsSent: number
}

/**
 * Finds the uses of a template. Campaigns hold their content themselves and use no template. Throws TEMPLATE_NOT_FOUND.
 */
export async function findTemplateUsage(ref: TemplateRef): Promise<TemplateUsage> {
  const { emailsSent } = await findTemplate(ref)
  const workflowSteps: UsingStep[] = []
  for await (const step of stepsUsing(ref)) workflowSteps.push(step)
  return { campaigns: [], workflowSteps, emailsSent }
}

/**
 * The steps that send a template, each once: first the steps of the workflows, newest workflow first, then steps that
 * were changed or removed since but belong to a version that active executions run.
 */
export async function* stepsUsing(
  { projectId, templateId }: TemplateRef,
  session: ClientSession | null = null,
): AsyncGenerator<UsingStep> {
  const uses = { 'steps.templateId': templateId }
  const seen = new Set<string>()
  function* fresh(workflow: { id: string; name: string }, steps: Step[]): Generator<UsingStep> {
    for (const { id, name, templateId: sent } of steps) {
      if (sent !== templateId || seen.has(id)) continue
      seen.add(id)
      yield { id, name, workflowId: workflow.id, workflowName: workflow.name }
    }
  }
  const workflows = Workflow.find({ projectId, ...uses }, { name: 1, steps: 1 }, { session })
    .sort({ createdAt: -1, _id: -1 })
    .lean()
    .cursor()
  for await (const { _id: id, name, steps } of workflows) yield* fresh({ id, name }, steps)
  const pinned = pinnedVersions(projectId, { filter: uses, session })
  for await (const { workflowId: id, name, steps } of pinned) yield* fresh({ id, name }, steps)
}
