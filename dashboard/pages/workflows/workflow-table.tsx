import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { nameColumn } from '../../shared/name-column.js'
import { Moment } from '../../shared/moment.js'
import { besideBox, withSelectBoxes } from '../../shared/selection/select-box.js'
import type { Selecting } from '../../shared/selection/use-selection.js'
import { triggerText } from '../../shared/trigger-text.js'
import { DataTable, type Column } from '../../ui/data-table.js'
import { ExecutionsLink } from './executions-link.js'
import { WorkflowMenu } from './workflow-menu.js'
import type { WorkflowRow } from './workflow-row.js'
import { WorkflowSwitch } from './workflow-switch.js'

const COLUMNS: readonly Column<WorkflowRow>[] = [
  nameColumn('workflow', t.workflows.columns.name),
  { id: 'trigger', head: t.workflows.columns.trigger, cell: triggerText, isWide: true },
  {
    id: 'enabled',
    head: t.workflows.columns.enabled,
    cell: (workflow) => <WorkflowSwitch workflow={workflow} />,
    width: 'w-20',
  },
  {
    id: 'active',
    head: t.workflows.columns.active,
    cell: ({ id, _count: { activeExecutions } }) => <ExecutionsLink id={id} count={activeExecutions} status="ACTIVE" />,
    isWide: true,
    isNumber: true,
    width: 'w-20',
  },
  {
    id: 'failed',
    head: t.workflows.columns.failed,
    cell: ({ id, _count: { failedLastDay } }) => <ExecutionsLink id={id} count={failedLastDay} status="FAILED" />,
    isWide: true,
    isNumber: true,
    width: 'w-28',
  },
  {
    id: 'changed',
    head: t.workflows.columns.changed,
    cell: ({ updatedAt }) => <Moment at={updatedAt} />,
    isWide: true,
    width: 'w-36',
  },
  {
    id: 'actions',
    head: t.workflows.columns.actions,
    cell: (workflow) => <WorkflowMenu workflow={workflow} />,
    width: 'w-18',
  },
]

/** Workflows as a list, which leads to their editors and their executions. */
export function WorkflowTable({
  rows,
  isStale,
  selecting,
}: {
  rows: readonly WorkflowRow[]
  isStale: boolean
  selecting: Selecting
}) {
  return (
    <DataTable
      label={t.workflows.title}
      columns={withSelectBoxes(COLUMNS, selecting)}
      rows={rows}
      idOf={({ id }) => id}
      secondLine={besideBox(shortText)}
      isStale={isStale}
    />
  )
}

/** The trigger of a workflow, after its failures if it has any: a small screen has no column for them. */
function shortText(workflow: WorkflowRow): string {
  const { _count: counts } = workflow
  const trigger = triggerText(workflow)
  return counts.failedLastDay === 0
    ? trigger
    : `${t.workflows.failedLastDay(formatNumber(counts.failedLastDay))} · ${trigger}`
}
