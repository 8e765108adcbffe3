import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import type { Answer } from '../../../api/client.js'
import { readPages } from '../../../api/query.js'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { importCounts } from '../../../shared/import-counts.js'
import { Moment } from '../../../shared/moment.js'
import { PagedList } from '../../../shared/paged-list.js'
import { DataTable, type Column } from '../../../ui/data-table.js'
import { EmptyState } from '../../../ui/empty-state.js'
import { Panel } from '../../../ui/panel.js'
import { ImportStatus } from './import-status.js'

type Row = Answer<'GET /contacts/import'>['data'][number]

const COLUMNS: readonly Column<Row>[] = [
  { id: 'file', head: t.imports.listColumns.file, cell: (job) => <ImportLink job={job} /> },
  {
    id: 'status',
    head: t.imports.listColumns.status,
    cell: ({ status }) => <ImportStatus status={status} />,
    width: 'w-28',
  },
  { id: 'result', head: t.imports.listColumns.result, cell: resultOf, isWide: true },
  {
    id: 'created',
    head: t.imports.listColumns.created,
    cell: ({ createdAt }) => <Moment at={createdAt} />,
    isWide: true,
    width: 'w-36',
  },
]

/** The imports of the project, the newest first. */
export function EarlierImports() {
  const projectId = useProjectId()
  const query = useInfiniteQuery(readPages('GET /contacts/import', { projectId, query: { limit: 20 } }))
  return (
    <Panel title={t.imports.earlier}>
      <PagedList
        query={query}
        empty={<EmptyState icon={FileUp} sketch="records" title={t.imports.none} text={t.imports.noneText} />}
      >
        {(rows) => (
          <DataTable
            label={t.imports.earlier}
            columns={COLUMNS}
            rows={rows}
            idOf={({ id }) => id}
            secondLine={resultOf}
          />
        )}
      </PagedList>
    </Panel>
  )
}

function resultOf({ dryRun, result }: Row): string {
  const counts = importCounts(result)
  return dryRun ? `${t.imports.dryRun}: ${counts}` : counts
}

function ImportLink({ job: { id, fileName } }: { job: Row }) {
  const projectId = useProjectId()
  return (
    <Link
      to="/p/$projectId/contacts/import/$jobId"
      params={{ projectId, jobId: id }}
      className="font-medium underline-offset-2 hover:underline"
    >
      {fileName ?? t.imports.unnamed}
    </Link>
  )
}
