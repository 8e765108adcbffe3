import type { FieldError } from '../../api/api-error.js'
import { listFilters } from '../../shared/named-list/list-filters.js'

/** The statuses by which the list of workflows can be filtered. */
export const WORKFLOW_STATUSES = ['active', 'disabled'] as const

/** The filters of the list of workflows. */
export const workflowFilters = listFilters({
  choice: 'status',
  values: WORKFLOW_STATUSES,
  sorts: ['updatedAt-desc'],
  pageSize: 50,
})

/** The first step that keeps a workflow from being enabled, by the errors that the API finds; null for the trigger. */
export function stepWithError(errors: readonly Pick<FieldError, 'field'>[]): string | null {
  const ids = errors.map(({ field }) => /^steps\.([^.]+)/.exec(field)?.[1])
  return ids.find((id) => id !== undefined) ?? null
}
