import { getRouteApi } from '@tanstack/react-router'
import { t } from '../../messages/index.js'
import { ListFilterBar } from '../../shared/named-list/list-filter-bar.js'
import { WORKFLOW_STATUSES, workflowFilters } from './workflow-filters.js'

const { read, isFiltered } = workflowFilters
const STATUSES = [
  { value: '', label: t.workflows.statuses.all },
  ...WORKFLOW_STATUSES.map((value) => ({ value, label: t.workflows.statuses[value] })),
]

const route = getRouteApi('/p/$projectId/workflows')

/** The filters of the list of workflows. */
export function WorkflowFilterBar() {
  const filters = route.useSearch()
  const { status: value = '' } = filters
  return (
    <ListFilterBar
      filters={filters}
      read={read}
      isFiltered={isFiltered(filters)}
      search={t.common.search}
      choices={[{ name: 'status', label: t.workflows.status, options: STATUSES, value }]}
    />
  )
}
