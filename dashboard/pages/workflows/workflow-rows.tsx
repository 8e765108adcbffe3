import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Waypoints } from 'lucide-react'
import { every } from '../../api/polling.js'
import { read } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { useProjectId } from '../../session/project.js'
import { SelectableRows } from '../../shared/archive/selectable-rows.js'
import { ListBody } from '../../shared/named-list/list-body.js'
import { workflowFilters } from './workflow-filters.js'
import { WorkflowTable } from './workflow-table.js'

const POLL_MS = 15_000

const route = getRouteApi('/p/$projectId/workflows')

/** One page of the workflows, or why none stands there. */
export function WorkflowRows({ onCreate }: { onCreate: () => void }) {
  const projectId = useProjectId()
  const filters = route.useSearch()
  const query = useQuery({
    ...read('GET /workflows', { projectId, query: workflowFilters.query(filters) }),
    placeholderData: keepPreviousData,
    refetchInterval: every(POLL_MS),
  })
  const { empty: title, emptyText: text, create: action, notFound, notFoundText } = t.workflows
  return (
    <ListBody
      query={query}
      isFiltered={workflowFilters.isFiltered(filters)}
      empty={{ icon: Waypoints, sketch: 'graph', title, text, action, onAction: onCreate }}
      notFound={
        workflowFilters.isWholeArchive(filters)
          ? { title: t.bulk.none, text: t.bulk.noneText }
          : { title: notFound, text: notFoundText }
      }
    >
      {(rows, isStale) => (
        <SelectableRows
          kind="workflow"
          rows={rows}
          isArchive={filters.archived === true}
          filterKey={workflowFilters.key(filters)}
        >
          {(selecting) => <WorkflowTable rows={rows} isStale={isStale} selecting={selecting} />}
        </SelectableRows>
      )}
    </ListBody>
  )
}
