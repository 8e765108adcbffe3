/** Status of an execution. */
export type ExecutionStatus = 'RUNNING' | 'WAITING' | 'COMPLETED' | 'EXITED' | 'FAILED' | 'CANCELLED'

/** Every status, as the API's filter accepts them. */
export const EXECUTION_STATUSES = ['RUNNING', 'WAITING', 'COMPLETED', 'EXITED', 'FAILED', 'CANCELLED'] as const

/** The statuses of an execution that has not ended. */
export const ACTIVE_STATUSES: readonly ExecutionStatus[] = ['RUNNING', 'WAITING']

/** What executions are listed by: a status, or that they have not ended. */
export const EXECUTION_FILTERS = [...EXECUTION_STATUSES, 'ACTIVE'] as const
export type ExecutionFilter = (typeof EXECUTION_FILTERS)[number]

/** The statuses of an execution that has ended. A failed execution can be retried. */
export const ENDED_STATUSES: readonly ExecutionStatus[] = ['COMPLETED', 'EXITED', 'FAILED', 'CANCELLED']

/** Whether an execution has not ended. */
export function isActive(status: ExecutionStatus): boolean {
  return ACTIVE_STATUSES.includes(status)
}

/** The versions of a workflow with which a failed execution can be retried: its own version, and the published one. */
export const RETRIED_VERSIONS = ['pinned', 'current'] as const
export type RetriedVersion = (typeof RETRIED_VERSIONS)[number]
