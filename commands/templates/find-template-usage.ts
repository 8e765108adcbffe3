import type { ClientSession } from 'mongoose'
import { Workflow } from '../../models/workflow.js'
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

/** Finds the uses of a template. Campaigns hold their own content and use none. Throws TEMPLATE_NOT_FOUND. */
export async function findTemplateUsage(ref: TemplateRef): Promise<TemplateUsage> {
  const { emailsSent } = await findTemplate(ref)
  const workflowSteps: UsingStep[] = []
  for await (const step of stepsUsing(ref)) workflowSteps.push(step)
  return { campaigns: [], workflowSteps, emailsSent }
}

/** The steps that send a template, newest workflow first. */
export async function* stepsUsing(
  { projectId, templateId }: TemplateRef,
  session: ClientSession | null = null,
): AsyncGenerator<UsingStep> {
  const workflows = Workflow.find({ projectId, 'steps.templateId': templateId }, { name: 1, steps: 1 }, { session })
    .sort({ createdAt: -1, _id: -1 })
    .lean()
    .cursor()
  for await (const { _id: workflowId, name: workflowName, steps } of workflows) {
    for (const step of steps) {
      if (step.templateId === templateId) yield { id: step.id, name: step.name, workflowId, workflowName }
    }
  }
}
