import { Undo2 } from 'lucide-react'
import type { Answer } from '../../../api/client.js'
import { formatExact } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { Moment } from '../../../shared/moment.js'
import { IconButton } from '../../../ui/button.js'
import { DataTable, type Column } from '../../../ui/data-table.js'

export type Suppression = Answer<'GET /suppressions'>['data'][number]

interface SuppressionTableProps {
  rows: readonly Suppression[]
  isStale: boolean
  onLift: (suppression: Suppression) => void
}

/** Suppressed addresses with the reason of each. */
export function SuppressionTable({ rows, isStale, onLift }: SuppressionTableProps) {
  const columns: readonly Column<Suppression>[] = [
    { id: 'email', head: t.suppressions.columns.email, cell: ({ email }) => email },
    { id: 'reason', head: t.suppressions.columns.reason, cell: reasonOf, isWide: true },
    {
      id: 'created',
      head: t.suppressions.columns.created,
      cell: ({ createdAt }) => <Moment at={createdAt} />,
      isWide: true,
      width: 'w-40',
    },
    {
      id: 'actions',
      head: t.suppressions.columns.actions,
      cell: (row) => (
        <IconButton
          icon={Undo2}
          label={`${t.suppressions.lift}: ${row.email}`}
          className="-my-1.5"
          onClick={() => onLift(row)}
        />
      ),
      width: 'w-20',
    },
  ]
  return (
    <DataTable
      label={t.suppressions.title}
      columns={columns}
      rows={rows}
      idOf={({ email }) => email}
      secondLine={reasonOf}
      isStale={isStale}
    />
  )
}

function reasonOf({ reason, expiresAt }: Suppression): string {
  const text = t.suppressions.reasons[reason]
  return expiresAt === undefined ? text : `${text}. ${t.suppressions.until} ${formatExact(new Date(expiresAt))}`
}
