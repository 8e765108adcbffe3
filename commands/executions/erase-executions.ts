import { Execution } from '../../models/execution.js'
import { StepExecution } from '../../models/step-execution.js'
import { ERASED, FREE_TEXT } from '../free-text.js'

/**
 * Removes the personal data of ended executions: their context, and of their steps the outputs (the URL and response of
 * a webhook), context and errors. A step that ends afterwards is erased by its recorder, which reads the mark.
 */
export async function eraseExecutionsOf(projectId: string, executionIds: string[]): Promise<void> {
  const _id = { $in: executionIds }
  // Marked first: of this and the outcome of a step that is just being recorded, the later one sees the other.
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

/** Removes the outputs, context and errors of steps. */
export async function eraseSteps(of: { projectId: string; executionId: string | { $in: string[] } }): Promise<void> {
  await StepExecution.updateMany({ ...of, error: FREE_TEXT }, { $set: { error: ERASED } })
  await StepExecution.updateMany(of, { $set: { output: null, context: null } })
}
