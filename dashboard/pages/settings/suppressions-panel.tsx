import { useState } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { readPages } from '../../api/query.js'
import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { useProjectId } from '../../session/project.js'
import { PagedList } from '../../shared/paged-list.js'
import { SearchField } from '../../shared/search-field.js'
import { EmptyState } from '../../ui/empty-state.js'
import { Panel } from '../../ui/panel.js'
import { LiftDialog } from '../../shared/lift-dialog.js'
import { SuppressionActions } from './suppressions/suppression-actions.js'
import { SuppressionTable, type Suppression } from './suppressions/suppression-table.js'

const PAGE = 100

const route = getRouteApi('/p/$projectId/settings/$part')

/** The addresses that get no mail of the project: found, added, lifted, imported and exported. */
export function SuppressionsPanel() {
  const projectId = useProjectId()
  const { q: search = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const find = (text: string): void => void navigate({ search: text === '' ? {} : { q: text }, replace: true })
  const [lifted, setLifted] = useState<Suppression | null>(null)
  const filter = search === '' ? {} : { search }
  const query = useInfiniteQuery(readPages('GET /suppressions', { projectId, query: { ...filter, limit: PAGE } }))
  const total = query.data?.pages[0]?.total
  return (
    <Panel title={t.suppressions.title}>
      <div className="flex flex-wrap items-end justify-between gap-3 border-b border-line px-4 py-3">
        <SearchField label={t.suppressions.search} value={search} onChange={find} />
        <SuppressionActions />
        <p className="basis-full text-muted">
          {t.suppressions.text} {total !== undefined && t.common.rows(total, formatNumber(total))}
        </p>
      </div>
      <PagedList
        query={query}
        empty={
          <EmptyState icon={ShieldCheck} sketch="people" title={t.suppressions.none} text={t.suppressions.noneText} />
        }
        filtered={{
          isFiltered: search !== '',
          title: t.suppressions.notFound,
          text: t.suppressions.notFoundText,
          onClear: () => find(''),
        }}
      >
        {(rows, isStale) => <SuppressionTable rows={rows} isStale={isStale} onLift={setLifted} />}
      </PagedList>
      {lifted && <LiftDialog suppression={lifted} onClose={() => setLifted(null)} />}
    </Panel>
  )
}
