import { useState } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Download, Mail } from 'lucide-react'
import { every } from '../../api/polling.js'
import { readPages } from '../../api/query.js'
import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { FirstEmail } from '../../shared/first-call.js'
import { PagedList } from '../../shared/paged-list.js'
import { useListView } from '../../shared/views/use-list-view.js'
import { ViewBar } from '../../shared/views/view-bar.js'
import { useProjectId } from '../../session/project.js'
import { Button } from '../../ui/button.js'
import { EmptyState } from '../../ui/empty-state.js'
import { PageHeader, Panel } from '../../ui/panel.js'
import { EmailFilterBar } from './email-filter-bar.js'
import { EmailTable } from './email-table.js'
import { ExportEmails } from './export-emails.js'
import { emailQuery, isFiltered, readEmailFilters } from './filters.js'

const PAGE = 100
const POLL_MS = 15_000

const readAll = (search: Record<string, unknown>) => ({ ...readEmailFilters(search) })

const route = getRouteApi('/p/$projectId/emails')

/** The emails of the project, the newest first. */
export function EmailListPage() {
  const projectId = useProjectId()
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const query = useInfiniteQuery({
    ...readPages('GET /emails', { projectId, query: { ...emailQuery(filters), limit: PAGE } }),
    // A poll is one read: further pages are read again only when the reader returns to them.
    refetchInterval: ({ state: { data } }) => (data?.pages.length === 1 ? every(POLL_MS)() : false),
  })
  const view = useListView({ list: 'emails', search: { ...filters }, read: readAll })
  const [isExporting, setExporting] = useState(false)
  const total = query.data?.pages[0]?.total
  return (
    <>
      <PageHeader
        title={t.emails.title}
        note={total === undefined ? '\u00a0' : t.common.rows(total, formatNumber(total))}
      >
        {total !== undefined && total > 0 && (
          <Button icon={Download} onClick={() => setExporting(true)}>
            {t.emails.export}
          </Button>
        )}
      </PageHeader>
      <ViewBar of={view} />
      <EmailFilterBar filters={filters} onChange={(next) => void navigate({ search: next, replace: true })} />
      <Panel>
        <PagedList
          query={query}
          empty={
            <EmptyState icon={Mail} sketch="message" title={t.emails.empty} text={t.emails.emptyText}>
              <FirstEmail />
            </EmptyState>
          }
          filtered={{
            isFiltered: isFiltered(filters),
            title: t.emails.notFound,
            text: t.emails.notFoundText,
            onClear: () => void navigate({ search: {} }),
          }}
        >
          {(rows, isStale) => <EmailTable rows={rows} isStale={isStale} />}
        </PagedList>
      </Panel>
      <ExportEmails filters={filters} isOpen={isExporting} onClose={() => setExporting(false)} />
    </>
  )
}
