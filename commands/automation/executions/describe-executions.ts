import { Contact, type ContactRecord } from '../../../models/contact.js'
import { findStep, type Step } from '../../../models/domain/workflow-graph.js'
import type { ExecutionRecord } from '../../../models/execution.js'
import { loadVersion } from '../workflows/load-version.js'

/** An execution without its outcomes, which a list does not read. */
export type ListedExecution = Omit<ExecutionRecord, 'steps'>

/** An execution with its contact (null once the contact is deleted) and its current step. */
export interface DescribedExecution {
  execution: ListedExecution
  contact: Pick<ContactRecord, '_id' | 'email'> | null
  currentStep: Step | null
}

/** Looks up the contacts and the current steps of executions of one project. */
export async function describeExecutions(
  projectId: string,
  executions: ListedExecution[],
): Promise<DescribedExecution[]> {
  const ids = [...new Set(executions.map(({ contactId }) => contactId))]
  const contacts = await Contact.find({ _id: { $in: ids }, projectId }, { email: 1 }).lean()
  const byId = new Map(contacts.map((contact) => [contact._id, contact]))
  return Promise.all(
    executions.map(async (execution) => ({
      execution,
      contact: byId.get(execution.contactId) ?? null,
      currentStep: await findCurrentStep(execution),
    })),
  )
}

async function findCurrentStep(execution: ListedExecution): Promise<Step | null> {
  const { projectId, workflowId, workflowVersion, currentStepId } = execution
  if (currentStepId === null) return null
  const version = await loadVersion(projectId, workflowId, workflowVersion)
  return version && findStep(version, currentStepId)
}
