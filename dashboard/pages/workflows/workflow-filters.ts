import type { FieldFault } from '../../api/api-error.js'

/** The filters of the list of workflows, as its address holds them. */
export interface WorkflowFilters {
  q?: string | undefined
  status?: 'active' | 'disabled' | undefined
  page?: number | undefined
  /** The dialog for a new workflow is open. */
  isNew?: true | undefined
}

/** How many workflows a page of the list has. */
export const PAGE_SIZE = 50

/** Reads the filters from an address that anybody may have written. */
export function readWorkflowFilters({ q, status, page, isNew }: Record<string, unknown>): WorkflowFilters {
  return {
    q: typeof q === 'string' && q !== '' ? q : undefined,
    status: status === 'active' || status === 'disabled' ? status : undefined,
    page: typeof page === 'number' && Number.isInteger(page) && page > 1 ? page : undefined,
    isNew: isNew === true ? true : undefined,
  }
}

/** Whether anything is left out of the list. */
export function isFiltered({ q, status }: WorkflowFilters): boolean {
  return q !== undefined || status !== undefined
}

/** The query of the API for these filters. */
export function workflowQuery({ q, status, page = 1 }: WorkflowFilters) {
  return {
    ...(q === undefined ? {} : { search: q }),
    ...(status === undefined ? {} : { status }),
    page,
    pageSize: PAGE_SIZE,
    sort: 'updatedAt' as const,
    dir: 'desc' as const,
  }
}

/** The first step that keeps a workflow from being enabled, by the faults that the API finds; null for the trigger. */
export function faultyStep(faults: readonly Pick<FieldFault, 'field'>[]): string | null {
  const ids = faults.map(({ field }) => /^steps\.([^.]+)/.exec(field)?.[1])
  return ids.find((id) => id !== undefined) ?? null
}
