import { z } from 'zod'
import type { Api } from './api.js'
import type { Claim } from './story.js'

/** The fields of an execution that the demo reads. */
export const Execution = z.object({
  id: z.string(),
  status: z.string(),
  exitReason: z.string().nullable(),
  temporalWorkflowId: z.string(),
  currentStep: z.object({ name: z.string(), type: z.string() }).nullish(),
})
export type Execution = z.output<typeof Execution>

const ExecutionList = z.object({ data: z.array(Execution) })

/** The executions of one contact in a workflow, newest first. */
export async function executionsOf(api: Api, workflowId: string, contactId: string): Promise<Execution[]> {
  const { data } = await api.get(`/workflows/${workflowId}/executions?contactId=${contactId}`, ExecutionList)
  return data
}

/** Claims that a contact has one execution, for which `holds` is true. */
export function oneExecution(options: {
  that: string
  expected: string
  api: Api
  workflowId: string
  contactId: string
  holds: (execution: Execution) => boolean
}): Claim<Execution[]> {
  const { that, expected, api, workflowId, contactId, holds } = options
  return {
    that,
    expected,
    look: () => executionsOf(api, workflowId, contactId),
    holds: (executions) => executions.length === 1 && executions.every(holds),
    tell: (executions) => executions.map(describeExecution).join(', ') || 'no execution',
  }
}

function describeExecution({ status, currentStep, exitReason }: Execution): string {
  const at = currentStep ? ` at "${currentStep.name}"` : ''
  return `${status}${at}${exitReason === null ? '' : `, "${exitReason}"`}`
}
