import { openCondition } from '../../commands/automation/executions/open-step.js'
import { startExecution } from '../../commands/automation/executions/start-executions.js'
import { writeEvent } from '../../commands/base/events/write-events.js'
import type { StepRef } from '../../models/domain/next-step.js'
import type { EventRecord } from '../../models/event.js'
import type { ConditionTree } from '../../models/domain/conditions/tree.js'
import { escapeData } from '../../models/domain/fields.js'
import { Execution, StepExecution } from './models.js'
import type { ExecutionRecord } from '../../models/execution.js'
import type { EndedStepRun } from '../../models/step-execution.js'
import { newId } from '../../runtime/ids.js'
import type { WorkflowRecord } from '../../models/workflow.js'
import { versionId } from '../../models/workflow-version.js'
import { createWorkflow } from './factories.js'
import { makeStep } from './graphs.js'

/** An execution of a workflow that a caller started, as it stands in its first step. */
export async function beginExecution(workflow: WorkflowRecord, contactId: string): Promise<ExecutionRecord> {
  const started = await startExecution({ workflow, contactId, context: {}, sourceEventId: null, depth: 0 })
  if (!started) throw new Error('The execution was refused')
  return started
}

/** The place of the step that an execution is in. */
export function currentRef(execution: Omit<ExecutionRecord, 'steps'>): StepRef {
  const { projectId, _id: executionId, workflowId, workflowVersion, currentStepId, sequence, retries } = execution
  const place = { stepId: currentStepId ?? '', sequence, ...(retries ? { retries } : {}) }
  return { projectId, executionId, versionId: versionId(workflowId, workflowVersion), ...place }
}

/** An event of a contact, stored and not dispatched yet. */
export async function storeEvent(
  fields: { projectId: string; contactId: string; name: string } & Partial<Pick<EventRecord, 'data' | 'depth'>>,
): Promise<EventRecord> {
  return writeEvent({ id: newId(), data: {}, ...fields })
}

/** The outcomes of the steps that an execution has walked, in order. */
export async function outcomesOf(executionId: string): Promise<EndedStepRun[]> {
  const execution = await Execution.findById(executionId).lean()
  const rows = await StepExecution.find({ executionId }).lean<EndedStepRun[]>()
  return [...rows, ...(execution?.steps ?? [])].toSorted(
    (one, other) => one.sequence - other.sequence || (one.retries ?? 0) - (other.retries ?? 0),
  )
}

/** Whether a CONDITION step finds that a contact and a context meet its condition. */
export async function stepFinds(
  { projectId, contactId }: { projectId: string; contactId: string },
  condition: ConditionTree,
  context: Record<string, unknown> = {},
): Promise<boolean> {
  const steps = [makeStep('CONDITION', { config: { condition } })]
  const execution = await beginExecution(await createWorkflow({ projectId, steps }), contactId)
  await Execution.updateOne({ _id: execution._id, projectId }, { $set: { context: escapeData(context) } })
  const open = await openCondition(currentRef(execution))
  if (!('decided' in open)) throw new Error('The step is not open')
  return open.decided.branch === 'yes'
}
