import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { LayoutTemplate, Plus } from 'lucide-react'
import { read } from '../../api/query.js'
import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { SelectableRows } from '../../shared/archive/selectable-rows.js'
import { ListBody } from '../../shared/named-list/list-body.js'
import { useNewDialog } from '../../shared/named-list/use-new-dialog.js'
import { useProjectId } from '../../session/project.js'
import { Button } from '../../ui/button.js'
import { PageHeader, Panel } from '../../ui/panel.js'
import { templateFilters } from './filters.js'
import { NewTemplateDialog } from './new-template-dialog.js'
import { TemplateFilterBar } from './template-filter-bar.js'
import { TemplateTable } from './template-table.js'

const route = getRouteApi('/p/$projectId/templates')

/** The templates of the project. */
export function TemplateListPage() {
  const projectId = useProjectId()
  const filters = route.useSearch()
  const query = useQuery({
    ...read('GET /templates', { projectId, query: templateFilters.query(filters) }),
    placeholderData: keepPreviousData,
  })
  const create = useNewDialog({ id: 'new template', title: t.templates.create })
  const total = query.data?.total
  const { empty: title, emptyText: text, create: action, notFound, notFoundText } = t.templates
  return (
    <>
      <PageHeader
        title={t.templates.title}
        note={total === undefined ? '\u00a0' : t.common.rows(total, formatNumber(total))}
      >
        <Button variant="strong" icon={Plus} onClick={create.open}>
          {t.templates.create}
        </Button>
      </PageHeader>
      <TemplateFilterBar />
      <Panel>
        <ListBody
          query={query}
          isFiltered={templateFilters.isFiltered(filters)}
          empty={{ icon: LayoutTemplate, sketch: 'message', title, text, action, onAction: create.open }}
          notFound={
            templateFilters.isWholeArchive(filters)
              ? { title: t.bulk.none, text: t.bulk.noneText }
              : { title: notFound, text: notFoundText }
          }
        >
          {(rows, isStale) => (
            <SelectableRows
              kind="template"
              rows={rows}
              isArchive={filters.archived === true}
              filterKey={templateFilters.key(filters)}
            >
              {(selecting) => <TemplateTable rows={rows} isStale={isStale} selecting={selecting} />}
            </SelectableRows>
          )}
        </ListBody>
      </Panel>
      <NewTemplateDialog isOpen={filters.isNew === true} onClose={create.close} />
    </>
  )
}
