import type { Answer } from '../../../api/client.js'
import { isActive } from '../../../../models/domain/execution-status.js'
import { every } from '../../../api/polling.js'

/** An execution with its steps. */
export type Execution = Answer<'GET /workflows/:id/executions/:executionId'>

/** One time at one step. */
export type StepRun = Execution['stepExecutions'][number]

const RUNNING_MS = 2_000
const WAITING_MS = 15_000

/** The interval of the poll of an execution: short while it runs or is due, none after its end. */
export function pollMs(execution: Pick<Execution, 'status' | 'wakeAt'> | undefined): number | false {
  if (!execution) return every(RUNNING_MS)()
  if (!isActive(execution.status)) return false
  const isDue = execution.wakeAt !== null && Date.parse(execution.wakeAt) <= Date.now()
  return every(execution.status === 'RUNNING' || isDue ? RUNNING_MS : WAITING_MS)()
}
