/** Where an execution is. */
export type ExecutionStatus = 'RUNNING' | 'WAITING' | 'COMPLETED' | 'EXITED' | 'FAILED' | 'CANCELLED'

/** Every status, as the API's filter accepts them. */
export const EXECUTION_STATUSES = ['RUNNING', 'WAITING', 'COMPLETED', 'EXITED', 'FAILED', 'CANCELLED'] as const

/** The states in which an execution still has steps before it. */
export const ACTIVE_STATUSES: readonly ExecutionStatus[] = ['RUNNING', 'WAITING']

/** Whether an execution still has steps before it. */
export function isActive(status: ExecutionStatus): boolean {
  return ACTIVE_STATUSES.includes(status)
}
