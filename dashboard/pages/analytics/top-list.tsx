import type { ReactNode } from 'react'
import { Failure } from '../../shared/failure.js'
import { DataTable, type Column } from '../../ui/data-table.js'
import { Panel } from '../../ui/panel.js'
import { SkeletonRows } from '../../ui/skeleton.js'

interface TopListProps<Row> {
  title: string
  /** The content of the list, for screen readers. */
  label: string
  /** The text for a range without entries. */
  none: string
  /** Shown above the list. */
  note?: ReactNode
  query: { data: readonly Row[] | undefined; error: unknown; isPlaceholderData: boolean; refetch: () => unknown }
  columns: readonly Column<Row>[]
  idOf: (row: Row) => string
  secondLine: (row: Row) => ReactNode
}

/** The first ten entries of a range, or a note that there are none. */
export function TopList<Row>({ title, label, none, note, query, columns, idOf, secondLine }: TopListProps<Row>) {
  const { data, error, isPlaceholderData, refetch } = query
  // An empty previous range says nothing about this one.
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
