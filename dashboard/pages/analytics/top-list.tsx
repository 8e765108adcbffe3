import type { ReactNode } from 'react'
import { Failure } from '../../shared/failure.js'
import { DataTable, type Column } from '../../ui/data-table.js'
import { Panel } from '../../ui/panel.js'
import { SkeletonRows } from '../../ui/skeleton.js'

interface TopListProps<Row> {
  title: string
  /** What the list holds, for screen readers. */
  label: string
  /** What stands there where the range has none. */
  none: string
  /** What stands above the list. */
  note?: ReactNode
  query: { data: readonly Row[] | undefined; error: unknown; isPlaceholderData: boolean; refetch: () => unknown }
  columns: readonly Column<Row>[]
  idOf: (row: Row) => string
  secondLine: (row: Row) => ReactNode
}

/** The first ten of something in the range, or that there are none. */
export function TopList<Row>({ title, label, none, note, query, columns, idOf, secondLine }: TopListProps<Row>) {
  const { data, error, isPlaceholderData, refetch } = query
  // That the last range had none says nothing of this one.
  const rows = isPlaceholderData && data?.length === 0 ? undefined : data
  return (
    <Panel title={title}>
      {note && <div className="px-4 pt-3 text-muted">{note}</div>}
      {rows?.length === 0 && <p className="p-4 text-muted">{none}</p>}
      {rows && rows.length > 0 && (
        <DataTable
          label={label}
          columns={columns}
          rows={rows}
          idOf={idOf}
          secondLine={secondLine}
          isStale={isPlaceholderData}
        />
      )}
      {!rows && (error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={3} />)}
    </Panel>
  )
}
