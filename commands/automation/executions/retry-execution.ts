import { AppError, notFound } from '../../../models/domain/errors.js'
import { enterStep } from '../../../models/domain/enter-step.js'
import type { RetriedVersion } from '../../../models/domain/execution-status.js'
import { findStep, MAX_STEP_RUNS } from '../../../models/domain/workflow-graph.js'
import { isDuplicateKey } from '../../../runtime/mongodb/duplicate-key.js'
import { Execution, type ExecutionRecord } from '../../../models/execution.js'
import { countExecutionRetried } from '../../../runtime/metrics/work.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { setOff } from '../../base/outbox/set-off.js'
import { loadVersion } from '../workflows/load-version.js'
import type { WorkflowRecord } from '../../../models/workflow.js'
import { revokeDeletion } from '../workflows/revoke-deletion.js'
import { countSteps } from './count-steps.js'
import { releaseActiveKey } from './release-active-key.js'
import { findExecution, type ExecutionRef } from './find-execution.js'
import { loadState } from './load-state.js'
import { findStopCause, stopAndEnqueue, stopCauseOf, type StopCause } from './stop-cause.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'

/**
 * Retries a failed execution from the step that failed. With `current` the execution continues with the published
 * version of the workflow, in which the step may be repaired. The workflow may be disabled, because it was enabled when
 * the execution began. Emails that the step has sent are not sent again. Throws the 404 of the workflow or of the
 * execution, and CONFLICT for an execution that has not failed or cannot go on. `details.reason` says why it cannot,
 * such as `step_deleted` when the published version does not have the step.
 */
export async function retryExecution(
  ref: ExecutionRef,
  { version = 'pinned' }: { version?: RetriedVersion } = {},
): Promise<ExecutionRecord> {
  const { workflow, execution } = await findExecution(ref)
  const { projectId, executionId } = ref
  const state = await loadState({ projectId, executionId })
  const update = await retryUpdate(workflow, execution, { version, zone: state?.project?.timezone ?? 'UTC' })
  const stopCause = state && stopCauseOf(state)
  if (stopCause) throw cannotRetry(execution, stopCause)
  if (execution.erased) throw refusal('The data of this execution has been deleted', 'erased')
  let retried = await change(execution, update)
  if (retried === 'key taken' && (await releaseActiveKey(workflow, update.$set.activeKey))) {
    retried = await change(execution, update)
  }
  if (retried === 'key taken') throw refusal('The contact is already in this workflow', 'contact_active')
  if (retried === null) throw hasNotFailed((await findExecution(ref)).execution)
  countExecutionRetried()
  await refuseStopped(retried)
  return retried
}

async function retryUpdate(
  workflow: WorkflowRecord,
  execution: ExecutionRecord,
  { version, zone }: { version: RetriedVersion; zone: string },
) {
  const { workflowId, contactId } = execution
  if (execution.status !== 'FAILED') throw hasNotFailed(execution)
  if (execution.exitReason === 'step_limit') {
    throw refusal(`An execution can run at most ${MAX_STEP_RUNS} steps`, 'step_limit')
  }
  const { step, workflowVersion } =
    version === 'current' ? currentStep(workflow, execution) : await pinnedStep(execution)
  return {
    $set: {
      ...enterStep(step, databaseNow(), zone),
      workflowVersion,
      exitReason: null,
      completedAt: null,
      activeKey: `${workflowId}:${contactId}`,
      cancellations: workflow.cancellations?.count ?? 0,
    },
    $inc: { retries: 1 },
    $unset: { attempts: 1 as const, isCalling: 1 as const },
    $currentDate: { stepStartedAt: true as const },
  }
}

/** The failed step in the version that the execution runs. */
async function pinnedStep({ _id, projectId, workflowId, workflowVersion, currentStepId, sequence }: ExecutionRecord) {
  const version = await loadVersion(projectId, workflowId, workflowVersion)
  const step = version && findStep(version, currentStepId ?? '')
  if (!step) throw new Error(`Step ${sequence} of execution ${_id} is missing`)
  return { step, workflowVersion }
}

/** The failed step in the current version of the workflow. */
function currentStep(workflow: WorkflowRecord, { currentStepId }: ExecutionRecord) {
  const step = findStep(workflow, currentStepId ?? '')
  if (!step) throw refusal('The workflow no longer has the step that failed', 'step_deleted')
  return { step, workflowVersion: workflow.version }
}

async function change(
  { _id, projectId, contactId, sequence, retries }: ExecutionRecord,
  update: Awaited<ReturnType<typeof retryUpdate>>,
): Promise<ExecutionRecord | 'key taken' | null> {
  try {
    return await inTransaction(async (session) => {
      const execution = await Execution.findOneAndUpdate(
        { _id, projectId, contactId, status: 'FAILED', sequence, retries: retries ?? null, erased: null },
        update,
        { returnDocument: 'after', session },
      ).lean()
      if (!execution) return null
      await setOff(session, { kind: 'execution', projectId, ids: [_id] })
      const { workflowId, currentStepId } = execution
      const counted = { projectId, workflowId, counter: 'entered', at: databaseNow() } as const
      await countSteps(session, currentStepId === null ? [] : [{ ...counted, stepId: currentStepId }])
      return execution
    })
  } catch (error) {
    if (isDuplicateKey(error)) return 'key taken'
    throw error
  }
}

// A deletion, a disabling or a cancellation of all is stored before it reads the active executions. This check after
// the retry therefore sees it, as `confirmStarts` does after a start.
async function refuseStopped(execution: ExecutionRecord): Promise<void> {
  const isKept = await revokeDeletion(execution)
  const stopCause = isKept ? await findStopCause(execution) : { cause: 'workflowDeleted' as const, at: new Date() }
  if (!stopCause) return
  await stopAndEnqueue(execution, stopCause)
  throw cannotRetry(execution, stopCause)
}

/** The error of a retry that `findStopCause` forbids. */
function cannotRetry({ workflowId }: ExecutionRecord, { cause }: StopCause): AppError {
  switch (cause) {
    case 'contactDeleted':
      return refusal('The contact has been deleted', 'contact_deleted')
    case 'allCancelled':
      return refusal('All executions of the workflow have just been cancelled', 'all_cancelled')
    case 'projectDisabled':
      return new AppError('PROJECT_DISABLED', 'The project is disabled')
    case 'workflowDeleted':
      return notFound('workflow', workflowId)
    default:
      return cause satisfies never
  }
}

function hasNotFailed({ status }: ExecutionRecord): AppError {
  return new AppError('CONFLICT', `The execution has not failed: ${status}`)
}

function refusal(message: string, reason: string): AppError {
  return new AppError('CONFLICT', message, { details: { reason } })
}
