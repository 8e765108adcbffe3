import { useState } from 'react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { CircleStop, Waypoints } from 'lucide-react'
import { call, type Answer } from '../../../api/client.js'
import { readPages } from '../../../api/query.js'
import { t } from '../../../messages/index.js'
import { ExecutionLink } from '../../../shared/execution-link.js'
import { ExecutionStatus } from '../../../shared/execution-status.js'
import { describeError } from '../../../shared/failure.js'
import { Moment } from '../../../shared/moment.js'
import { PagedList } from '../../../shared/paged-list.js'
import { useProjectId } from '../../../session/project.js'
import { IconButton } from '../../../ui/button.js'
import { ConfirmDialog } from '../../../ui/confirm-dialog.js'
import { DataTable, type Column } from '../../../ui/data-table.js'
import { EmptyState } from '../../../ui/empty-state.js'
import { Panel } from '../../../ui/panel.js'

type Row = Answer<'GET /executions'>['data'][number]

const ACTIVE: readonly Row['status'][] = ['RUNNING', 'WAITING']

/** The workflow executions of a contact, the newest first; those that have not ended can be cancelled. */
export function ContactExecutions({ contactId }: { contactId: string }) {
  const projectId = useProjectId()
  const cache = useQueryClient()
  const [cancelled, setCancelled] = useState<Row | null>(null)
  const query = useInfiniteQuery(readPages('GET /executions', { projectId, query: { contactId } }))
  const cancel = async (): Promise<void> => {
    if (!cancelled) return
    const params = { id: cancelled.workflowId, executionId: cancelled.id }
    await call('DELETE /workflows/:id/executions/:executionId', { projectId, params })
    await cache.invalidateQueries({ queryKey: [projectId, 'GET /executions'] })
  }
  return (
    <Panel>
      <PagedList
        query={query}
        empty={
          <EmptyState
            icon={Waypoints}
            sketch="graph"
            title={t.contacts.tabs.executions}
            text={t.contacts.noExecutions}
          />
        }
      >
        {(rows) => (
          <DataTable
            label={t.contacts.tabs.executions}
            columns={columnsWith(setCancelled)}
            rows={rows}
            idOf={({ id }) => id}
          />
        )}
      </PagedList>
      <ConfirmDialog
        isOpen={cancelled !== null}
        onClose={() => setCancelled(null)}
        title={t.contacts.cancelExecution}
        text={t.contacts.cancelExecutionText}
        action={t.contacts.cancelExecution}
        onConfirm={cancel}
        describeError={describeError}
      />
    </Panel>
  )
}

function columnsWith(onCancel: (row: Row) => void): readonly Column<Row>[] {
  return [
    {
      id: 'step',
      head: t.contacts.execution.step,
      cell: (row) => <ExecutionLink execution={row}>{row.currentStep?.name ?? t.contacts.ended}</ExecutionLink>,
    },
    {
      id: 'status',
      head: t.contacts.execution.status,
      cell: (row) => <ExecutionStatus {...row} />,
      width: 'w-36',
    },
    {
      id: 'started',
      head: t.contacts.execution.started,
      cell: ({ startedAt }) => <Moment at={startedAt} />,
      isWide: true,
      width: 'w-36',
    },
    {
      id: 'cancel',
      head: t.contacts.execution.actions,
      cell: (row) =>
        ACTIVE.includes(row.status) && (
          <IconButton
            icon={CircleStop}
            label={t.contacts.cancelExecution}
            className="-my-1.5"
            onClick={() => onCancel(row)}
          />
        ),
      width: 'w-20',
    },
  ]
}
