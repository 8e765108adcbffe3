import { Execution, type ExecutionRecord } from '../../../models/execution.js'
import { StepExecution } from '../../../models/step-execution.js'
import { ERASED, FREE_TEXT } from '../../base/listing/free-text.js'

/**
 * Removes the personal data of ended executions: their context, and the outputs (the URL and response of a webhook) and
 * errors of their steps. `removeLateOutcomes` erases outcomes that are stored afterwards.
 */
export async function eraseExecutionsOf(projectId: string, executionIds: string[]): Promise<void> {
  const _id = { $in: executionIds }
  // The mark is stored first: of the mark and the outcome of a step that is being recorded, the later one sees the
  // other.
  await Execution.updateMany({ _id, projectId, erased: null }, { $set: { erased: 'begun' } }, { timestamps: false })
  await eraseSteps({ projectId, executionId: { $in: executionIds } })
  await Execution.updateMany(
    { _id, projectId, status: 'FAILED', exitReason: FREE_TEXT },
    { $set: { exitReason: ERASED } },
    { timestamps: false },
  )
  await Execution.updateMany(
    { _id, projectId, 'steps.0': { $exists: true } },
    { $set: { 'steps.$[].output': null, 'steps.$[failed].error': ERASED } },
    { arrayFilters: [{ 'failed.error': FREE_TEXT }], timestamps: false },
  )
  await Execution.updateMany({ _id, projectId }, { $set: { erased: 'done', context: {} } })
}

/**
 * Removes the outcomes that steps have stored after the removal of the contact's data or of the workflow. `execution`
 * is the record as it is now; null when it is deleted.
 */
export async function removeLateOutcomes(
  { projectId, executionId }: { projectId: string; executionId: string },
  execution: Pick<ExecutionRecord, 'erased'> | null,
): Promise<void> {
  if (!execution) await StepExecution.deleteMany({ projectId, executionId })
  else if (execution.erased) await eraseSteps({ projectId, executionId })
}

/** Removes the outputs and errors of steps. */
async function eraseSteps(of: { projectId: string; executionId: string | { $in: string[] } }): Promise<void> {
  await StepExecution.updateMany({ ...of, error: FREE_TEXT }, { $set: { error: ERASED } })
  await StepExecution.updateMany(of, { $set: { output: null } })
}
