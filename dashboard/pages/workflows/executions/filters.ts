import { EXECUTION_FILTERS, type ExecutionFilter } from '../../../../models/domain/execution-status.js'

/** The filters of the list of executions, as its address holds them, and the retry that is being followed. */
export interface ExecutionFilters {
  status?: ExecutionFilter | undefined
  step?: string | undefined
  version?: number | undefined
  contact?: string | undefined
  retry?: string | undefined
}

/** Reads the filters from the address, which is untrusted input. */
export function readExecutionFilters(search: Record<string, unknown>): ExecutionFilters {
  const version = Number(search['version'] ?? Number.NaN)
  return {
    status: EXECUTION_FILTERS.find((one) => one === search['status']),
    step: textOf(search['step']),
    version: Number.isInteger(version) && version > 0 ? version : undefined,
    contact: textOf(search['contact']),
    retry: textOf(search['retry']),
  }
}

/** Whether the filters exclude any execution. */
export function isFiltered({ status, step, version, contact }: ExecutionFilters): boolean {
  return [status, step, version, contact].some((one) => one !== undefined)
}

/** The query of the API for these filters. */
export function executionQuery({ status, step, version, contact }: ExecutionFilters) {
  return {
    ...(status === undefined ? {} : { status }),
    ...(step === undefined ? {} : { stepId: step }),
    ...(version === undefined ? {} : { version }),
    ...(contact === undefined ? {} : { contactId: contact }),
  }
}

/** Reads which step of an execution is open. */
export function readOpenStep({ step }: Record<string, unknown>): { step?: string | undefined } {
  return { step: textOf(step) }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
