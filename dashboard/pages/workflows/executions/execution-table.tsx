import type { Answer } from '../../../api/client.js'
import { formatNumber } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { ExecutionLink } from '../../../shared/execution-link.js'
import { ExecutionStatus } from '../../../shared/execution-status.js'
import { Moment } from '../../../shared/moment.js'
import { DataTable, type Column } from '../../../ui/data-table.js'

type Row = Answer<'GET /executions'>['data'][number]

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'contact',
    head: t.executions.columns.contact,
    cell: (row) => <ExecutionLink execution={row}>{row.contact?.email ?? t.executions.deletedContact}</ExecutionLink>,
  },
  {
    id: 'status',
    head: t.executions.columns.status,
    cell: (row) => <ExecutionStatus {...row} />,
    width: 'w-32',
  },
  { id: 'step', head: t.executions.columns.step, cell: ({ currentStep }) => currentStep?.name, isWide: true },
  {
    id: 'version',
    head: t.executions.columns.version,
    cell: ({ workflowVersion }) => formatNumber(workflowVersion),
    isWide: true,
    isNumber: true,
    width: 'w-20',
  },
  {
    id: 'started',
    head: t.executions.columns.started,
    cell: ({ startedAt }) => <Moment at={startedAt} />,
    isWide: true,
    width: 'w-36',
  },
  {
    id: 'ended',
    head: t.executions.columns.ended,
    cell: ({ completedAt }) => completedAt !== null && <Moment at={completedAt} />,
    isWide: true,
    width: 'w-36',
  },
]

/** Executions in a table; each leads to its page. */
export function ExecutionTable({ rows, isStale }: { rows: readonly Row[]; isStale: boolean }) {
  return (
    <DataTable
      label={t.executions.list}
      columns={COLUMNS}
      rows={rows}
      idOf={({ id }) => id}
      isStale={isStale}
      secondLine={({ currentStep, startedAt }) => (
        <>
          {currentStep && `${currentStep.name} · `}
          <Moment at={startedAt} />
        </>
      )}
    />
  )
}
