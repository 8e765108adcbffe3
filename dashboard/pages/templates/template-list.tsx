import { useMemo } from 'react'
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { LayoutTemplate, Plus, SearchX } from 'lucide-react'
import type { Answer } from '../../api/client.js'
import { read } from '../../api/query.js'
import { useCommands } from '../../commands/registry.js'
import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { Failure } from '../../shared/failure.js'
import { Pager } from '../../shared/pager.js'
import { useProjectId } from '../../session/project.js'
import { Button } from '../../ui/button.js'
import { EmptyState } from '../../ui/empty-state.js'
import { PageHeader, Panel } from '../../ui/panel.js'
import { SkeletonRows } from '../../ui/skeleton.js'
import { isFiltered, templateQuery } from './filters.js'
import { NewTemplateDialog } from './new-template-dialog.js'
import { TemplateFilterBar } from './template-filter-bar.js'
import { TemplateTable } from './template-table.js'

const route = getRouteApi('/p/$projectId/templates')

/** The templates of the project. */
export function TemplateListPage() {
  const projectId = useProjectId()
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const query = useQuery({
    ...read('GET /templates', { projectId, query: templateQuery(filters) }),
    placeholderData: keepPreviousData,
  })
  const create = useMemo(
    () => ({
      open: () => void navigate({ search: (search) => ({ ...search, isNew: true }) }),
      close: () => void navigate({ search: (search) => ({ ...search, isNew: undefined }) }),
    }),
    [navigate],
  )
  useCommands(
    useMemo(
      () => [{ id: 'new template', title: t.templates.create, group: 'page', keys: 'c', run: create.open }],
      [create],
    ),
  )
  const total = query.data?.total
  return (
    <>
      <PageHeader
        title={t.templates.title}
        note={total === undefined ? '\u00a0' : t.common.rows(total, formatNumber(total))}
      >
        <Button look="strong" icon={Plus} onClick={create.open}>
          {t.templates.create}
        </Button>
      </PageHeader>
      <TemplateFilterBar filters={filters} onChange={(next) => void navigate({ search: next, replace: true })} />
      <Panel>
        <Rows query={query} onCreate={create.open} />
      </Panel>
      <NewTemplateDialog isOpen={filters.isNew === true} onClose={create.close} />
    </>
  )
}

type ListQuery = UseQueryResult<Answer<'GET /templates'>>

function Rows({ query, onCreate }: { query: ListQuery; onCreate: () => void }) {
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, refetch, isPlaceholderData } = query
  if (!data) return error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows />
  if (data.total === 0 && !isFiltered(filters)) {
    return (
      <EmptyState icon={LayoutTemplate} title={t.templates.empty} text={t.templates.emptyText}>
        <Button onClick={onCreate}>{t.templates.create}</Button>
      </EmptyState>
    )
  }
  if (data.data.length === 0) {
    return (
      <EmptyState icon={SearchX} title={t.templates.notFound} text={t.templates.notFoundText}>
        <Button onClick={() => void navigate({ search: {} })}>{t.common.clearFilters}</Button>
      </EmptyState>
    )
  }
  return (
    <>
      <TemplateTable rows={data.data} isStale={isPlaceholderData} />
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      <Pager page={data.page} pages={data.totalPages} />
    </>
  )
}
