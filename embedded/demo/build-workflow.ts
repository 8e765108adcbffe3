import { z } from 'zod'
import type { Api } from './api.js'

/** The sender of the demo's mails: on this stack, example.com needs no verification. */
export const SENDER = 'hello@example.com'

const Created = z.object({ id: z.string() })

const Graph = z.object({ id: z.string(), steps: z.array(z.object({ id: z.string(), type: z.string() })) })

/** A workflow with its steps, as the API shows it. */
export type BuiltWorkflow = z.output<typeof Graph>

/** A step of a workflow to build; a SEND_EMAIL names the mail that it sends. */
export interface PlannedStep {
  type: string
  name: string
  config?: Record<string, unknown>
  mail?: { subject: string; body: string }
}

/** A graph: steps under short names, and the transitions between them. The trigger is called `trigger`. */
export interface WorkflowPlan<Name extends string> {
  name: string
  eventName: string
  steps: Record<Name, PlannedStep>
  transitions: readonly (readonly [from: Name | 'trigger', to: Name, branch?: string])[]
}

/** Builds and enables a workflow the way an integrator does: template by template, step by step. */
export async function buildWorkflow<Name extends string>(api: Api, plan: WorkflowPlan<Name>): Promise<BuiltWorkflow> {
  const { id } = await api.post('/workflows', { name: plan.name, eventName: plan.eventName }, Created)
  const { steps } = await api.get(`/workflows/${id}`, Graph)
  const ids: Record<string, string | undefined> = { trigger: steps.find(({ type }) => type === 'TRIGGER')?.id }
  for (const [name, step] of Object.entries<PlannedStep>(plan.steps)) ids[name] = await addStep(api, id, step)
  for (const [from, to, branch] of plan.transitions) {
    const transition = { fromStepId: ids[from], toStepId: ids[to], ...(branch === undefined ? {} : { branch }) }
    await api.post(`/workflows/${id}/transitions`, transition, Created)
  }
  return api.patch(`/workflows/${id}`, { enabled: true }, Graph)
}

async function addStep(api: Api, workflowId: string, { type, name, config = {}, mail }: PlannedStep): Promise<string> {
  const step = { type, name, config, ...(mail ? { templateId: await createTemplate(api, name, mail) } : {}) }
  return (await api.post(`/workflows/${workflowId}/steps`, step, Created)).id
}

async function createTemplate(api: Api, name: string, mail: { subject: string; body: string }): Promise<string> {
  return (await api.post('/templates', { name, ...mail, from: SENDER, type: 'MARKETING' }, Created)).id
}
