import { useInfiniteQuery } from '@tanstack/react-query'
import { Waypoints } from 'lucide-react'
import type { Answer } from '../../api/client.js'
import { readPages } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { ExecutionLink } from '../../shared/execution-link.js'
import { ExecutionStatus } from '../../shared/execution-status.js'
import { Moment } from '../../shared/moment.js'
import { PagedList } from '../../shared/paged-list.js'
import { useProjectId } from '../../session/project.js'
import { DataTable, type Column } from '../../ui/data-table.js'
import { EmptyState } from '../../ui/empty-state.js'
import { Panel } from '../../ui/panel.js'

type Row = Answer<'GET /executions'>['data'][number]

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'step',
    head: t.contacts.execution.step,
    cell: (row) => <ExecutionLink execution={row}>{row.currentStep?.name ?? t.contacts.ended}</ExecutionLink>,
  },
  {
    id: 'status',
    head: t.contacts.execution.status,
    cell: (row) => <ExecutionStatus {...row} />,
    width: 'w-32',
  },
  { id: 'started', head: t.contacts.execution.started, cell: ({ startedAt }) => <Moment at={startedAt} /> },
]

/** The workflow executions of a contact, the newest first. */
export function ContactExecutions({ contactId }: { contactId: string }) {
  const projectId = useProjectId()
  const query = useInfiniteQuery(readPages('GET /executions', { projectId, query: { contactId } }))
  return (
    <Panel>
      <PagedList
        query={query}
        empty={<EmptyState icon={Waypoints} title={t.contacts.tabs.executions} text={t.contacts.noExecutions} />}
      >
        {(rows) => <DataTable label={t.contacts.tabs.executions} columns={COLUMNS} rows={rows} idOf={({ id }) => id} />}
      </PagedList>
    </Panel>
  )
}
