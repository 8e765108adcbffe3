import { Fragment, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { join } from './join.js'
import { isRowLink, stepFocus } from './step-focus.js'
import { useIsNarrow } from './use-is-narrow.js'
import { useVirtualRows } from './virtual-rows.js'

/** A column of a table. */
export interface Column<Row> {
  id: string
  head: string
  cell: (row: Row) => ReactNode
  /** Shown where there is room alone; a small screen shows `secondLine` of the table instead. */
  isWide?: boolean
  isNumber?: boolean
  /** A long text takes two lines. */
  isWrapped?: boolean
  /** The class of its width; the columns without one share what is left. */
  width?: string
}

interface DataTableProps<Row> {
  /** The content of the table, for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  idOf: (row: Row) => string
  /** Shown under the first cell of a row on a small screen. */
  secondLine?: (row: Row) => ReactNode
  /** The rows are those of the last filter, while the next ones are on their way. */
  isStale?: boolean
}

const ONE_LINE_PX = 37
const TWO_LINES_PX = 49

/**
 * Rows under their headings. The first cell of a row holds its link; the arrow keys, `j` and `k` walk along these
 * links, so that Enter opens a row as it opens any link. A long list of a PagedList draws the rows in view alone.
 */
export function DataTable<Row>({ label, columns, rows, idOf, secondLine, isStale }: DataTableProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const rowPx = useIsNarrow() && secondLine ? TWO_LINES_PX : ONE_LINE_PX
  const drawn = useVirtualRows({ list: body, count: rows.length, keyAt: (index) => idOf(rows[index]!), rowPx })
  const isCut = drawn.total !== undefined
  const walk = (event: KeyboardEvent): void => {
    // Ctrl-K is no step, and the keys of a field or a menu in a row are theirs.
    if (event.ctrlKey || event.metaKey || event.altKey || !isRowLink(event.target)) return
    if (body.current && stepFocus(body.current, event.key)) event.preventDefault()
  }
  return (
    <table
      className={join('w-full table-fixed border-collapse', isStale && 'cursor-progress grayscale')}
      aria-busy={isStale}
      aria-rowcount={countWithHead(drawn.total)}
    >
      <caption className="sr-only">{label}</caption>
      <colgroup>
        {columns.map(({ id, isWide, width }) => (
          <col key={id} className={join(isWide && HIDDEN, width)} />
        ))}
      </colgroup>
      <Head columns={columns} />
      <tbody ref={body} onKeyDown={walk} onFocus={drawn.onFocus} data-rows>
        {drawn.rows.map(({ index, gap }) => {
          const row = rows[index]!
          return (
            <Fragment key={idOf(row)}>
              <Gap px={gap} />
              <tr
                ref={drawn.measure}
                data-index={index}
                aria-rowindex={isCut ? drawn.before + index + 2 : undefined}
                className="border-b border-line last:border-0 hover:bg-raised"
              >
                {columns.map((column, at) => (
                  <td key={column.id} className={cellClass(column)}>
                    {column.cell(row)}
                    {at === 0 && secondLine && (
                      <div className="truncate text-small text-muted wide:hidden">{secondLine(row)}</div>
                    )}
                  </td>
                ))}
              </tr>
            </Fragment>
          )
        })}
        <Gap px={drawn.endGap} />
      </tbody>
    </table>
  )
}

const HIDDEN = 'max-wide:hidden'

/** The number of rows with the headings; -1 if it is unknown. */
function countWithHead(total: number | undefined): number | undefined {
  return total === undefined || total < 0 ? total : total + 1
}

function Head<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <thead className="max-wide:sr-only">
      <tr className="border-b border-line text-left text-small text-muted">
        {columns.map(({ id, head, isWide, isNumber }) => (
          <th key={id} scope="col" className={join('h-9 px-3 font-medium', isWide && HIDDEN, isNumber && 'text-right')}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** The place of rows that are not drawn. */
function Gap({ px }: { px: number }) {
  if (px <= 0) return null
  return (
    <tr aria-hidden>
      <td style={{ height: px }} />
    </tr>
  )
}

function cellClass({ isWide, isNumber, isWrapped }: Pick<Column<never>, 'isWide' | 'isNumber' | 'isWrapped'>): string {
  const lines = isWrapped ? 'break-words' : 'truncate'
  return join('h-9 px-3 py-1.5', lines, isWide && HIDDEN, isNumber && 'text-right tabular-nums')
}
