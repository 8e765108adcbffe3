import { ACTIVE_STATUSES } from '../../../models/domain/execution-status.js'
import { Execution, type ExecutionRecord } from '../../../models/execution.js'
import { Outbox, type OutboxEntry } from '../../../models/outbox-entry.js'
import type { WorkflowRecord } from '../../../models/workflow.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { enqueue } from '../../base/outbox/owner.js'
import { revokeDeletion } from '../workflows/revoke-deletion.js'
import { countSteps } from './count-steps.js'
import { countedOfStarts } from './counted-steps.js'
import { inZoneOfProject } from './first-delay.js'
import { loadStates, type ExecutionState } from './load-state.js'
import { stopCauseOf, stopExecution } from './stop-cause.js'

/** Executions of one batch, and the outbox entries that run them. */
interface NewExecutions {
  ids: string[]
  entries: OutboxEntry[]
}

/**
 * Keeps the new executions that may go on, enqueues their outbox entries, and removes the other executions. A request
 * that disables or deletes a workflow, cancels all its executions or deletes a contact stores its change before it
 * reads the executions. So of such a change and these starts, the later one sees the other.
 */
export async function confirmStarts(
  workflow: WorkflowRecord,
  { ids, entries }: NewExecutions,
): Promise<ExecutionRecord[]> {
  if (ids.length === 0) return []
  const { projectId } = workflow
  const executions: ExecutionRecord[] = []
  let zone: string | undefined
  const discarded = new Set<string>()
  for (const [index, state] of (await loadStates(projectId, ids)).entries()) {
    const id = ids[index] ?? ''
    zone ??= state?.project?.timezone
    const confirmed = state && (await keep(state))
    if (confirmed) executions.push(confirmed)
    else if (await discard(workflow, { id, contactId: state?.execution.contactId }, entries)) discarded.add(id)
    else executions.push(await Execution.findOne({ _id: id, projectId }).orFail().lean())
  }
  const corrected = await inZoneOfProject(workflow, executions, zone)
  const remaining = entries.map((entry) => ({ ...entry, ids: entry.ids.filter((id) => !discarded.has(id)) }))
  enqueue(remaining.filter((entry) => entry.ids.length > 0))
  return corrected
}

/** The execution, if it may go on or was cancelled with all others; else null. */
async function keep(state: ExecutionState): Promise<ExecutionRecord | null> {
  const { execution, workflow } = state
  const stopCause = stopCauseOf(state)
  if (stopCause?.cause === 'allCancelled') {
    const { _id, projectId } = execution
    return (await stopExecution(execution, stopCause)) ?? Execution.findOne({ _id, projectId }).orFail().lean()
  }
  const isKept = workflow?.deletion === undefined || (await revokeDeletion(execution))
  return isKept && workflow?.enabled && !stopCause && !isOfDisabledTime(state) ? execution : null
}

/** Whether an event started it that was stored while its project was disabled, and is dispatched after that. */
function isOfDisabledTime({ execution: { rest }, project }: ExecutionState): boolean {
  const { disabledAt, enabledAt } = project ?? {}
  if (!disabledAt || !enabledAt || !rest) return false
  return rest.at >= disabledAt && rest.at <= enabledAt
}

/**
 * Removes an execution that no caller knows yet from the database and from the outbox entries. Returns whether it is
 * gone: false when another relay has dispatched it already and it is active.
 */
async function discard(
  workflow: WorkflowRecord,
  { id, contactId }: { id: string; contactId: string | undefined },
  entries: readonly OutboxEntry[],
): Promise<boolean> {
  const { projectId } = workflow
  const isGone = await inTransaction(async (session) => {
    const entryIds = entries.filter(({ ids }) => ids.includes(id)).map(({ _id }) => _id)
    const naming = { _id: { $in: entryIds }, projectId, ids: id }
    const { modifiedCount } = await Outbox.updateMany(naming, { $pull: { ids: id } }, { session })
    if (modifiedCount < entryIds.length) return false
    if (await Execution.exists({ _id: id, projectId, status: 'CANCELLED' }).session(session)) return false
    await Outbox.deleteMany({ _id: { $in: entryIds }, projectId, ids: [] }, { session })
    const which = { _id: id, projectId, ...(contactId === undefined ? {} : { contactId }) }
    const { deletedCount } = await Execution.deleteOne(which, { session })
    await countSteps(session, countedOfStarts(workflow, databaseNow(), -deletedCount))
    return true
  })
  return isGone || (await Execution.exists({ _id: id, projectId, status: { $in: ACTIVE_STATUSES } })) === null
}
