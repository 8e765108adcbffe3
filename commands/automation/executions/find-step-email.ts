import type { StepRef } from '../../../models/domain/next-step.js'
import { Email, type EmailRecord } from '../../../models/email.js'
import type { ExecutionRecord } from '../../../models/execution.js'
import { derivedId } from '../../../runtime/ids.js'

type StartedExecution = Pick<ExecutionRecord, '_id' | 'startedAt'>
type Place = Pick<StepRef, 'sequence' | 'retries'>

/**
 * The id of the email of one run of a step. It derives from the step run, and its time is the start of the execution,
 * so that executions of one batch add their emails to one place of the index of ids. The start of the step cannot be
 * that time, because a retry changes it and must find the emails of earlier tries. The id of the execution cannot give
 * the time, because it holds none when a schedule has started the execution.
 */
export function stepEmailId({ _id, startedAt }: StartedExecution, { sequence, retries = 0 }: Place): string {
  return derivedId(startedAt, `${_id}:${sequence}:${retries}`)
}

function idsOfTries(execution: StartedExecution, { sequence, retries = 0 }: Place): string[] {
  return Array.from({ length: retries + 1 }, (_, tried) => stepEmailId(execution, { sequence, retries: tried }))
}

/**
 * The filter for the emails that executions of one project may still send. Such an email belongs to this try of the
 * current step or to an earlier one, because an execution moves on only once the email of its step has an outcome.
 */
export function currentEmailsOf(projectId: string, executions: readonly (StartedExecution & Place)[]) {
  return { projectId, _id: { $in: executions.flatMap((execution) => idsOfTries(execution, execution)) } }
}

/**
 * The email that a step of an execution has stored, or null. An email that failed before a retry of the execution does
 * not count. An email that was sent, or may still be, counts on every retry, so that none is sent twice.
 */
export async function findStepEmail(execution: ExecutionRecord, place: Place): Promise<EmailRecord | null> {
  const { projectId } = execution
  const stored = await Email.find({ projectId, _id: { $in: idsOfTries(execution, place) } }).lean()
  const [latest = null] = stored.toSorted((a, b) => triesBefore(b) - triesBefore(a))
  return latest?.status === 'FAILED' && triesBefore(latest) !== triesBefore(place) ? null : latest
}

function triesBefore({ retries }: { retries?: number | null | undefined }): number {
  return retries ?? 0
}
