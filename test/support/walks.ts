import { startExecution } from '../../commands/executions/start-execution.js'
import { writeEvent } from '../../commands/events/write-events.js'
import type { StepRef } from '../../models/domain/directive.js'
import type { EventRecord } from '../../models/event.js'
import type { ExecutionRecord } from '../../models/execution.js'
import { newId } from '../../runtime/ids.js'
import type { WorkflowRecord } from '../../models/workflow.js'

/** An execution of a workflow that a caller started, as it stands in its first step. */
export async function beginExecution(workflow: WorkflowRecord, contactId: string): Promise<ExecutionRecord> {
  const started = await startExecution({ workflow, contactId, context: {}, sourceEventId: null, depth: 0 })
  if (!started) throw new Error('The execution was refused')
  return started.execution
}

/** The place of the step that an execution is in. */
export function currentRef({ projectId, _id, currentStepId, sequence, retries }: ExecutionRecord): StepRef {
  return { projectId, executionId: _id, stepId: currentStepId ?? '', sequence, ...(retries ? { retries } : {}) }
}

/** An event of a contact, stored and not dispatched yet. */
export async function storeEvent(
  fields: { projectId: string; contactId: string; name: string } & Partial<Pick<EventRecord, 'data' | 'depth'>>,
): Promise<EventRecord> {
  return (await writeEvent({ id: newId(), data: {}, ...fields })).event
}
