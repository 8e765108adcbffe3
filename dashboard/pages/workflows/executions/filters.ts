import { EXECUTION_FILTERS } from '../../../../models/domain/execution-status.js'
import { oneOf, positive, searchOf, text, type SearchOf } from '../../../shared/search-params.js'

/** Reads the filters of the list of executions from its address, and the retry that is being followed. */
export const readExecutionFilters = searchOf({
  status: oneOf(EXECUTION_FILTERS),
  step: text,
  version: (value) => positive(Number(value ?? Number.NaN)),
  contact: text,
  retry: text,
})

export type ExecutionFilters = SearchOf<typeof readExecutionFilters>

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
export const readOpenStep = searchOf({ step: text })
