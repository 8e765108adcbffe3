import type { ReactNode } from 'react'
import { t } from '../../messages/index.js'
import { Checkbox } from '../../ui/checkbox.js'
import type { Column } from '../../ui/data-table.js'
import { isSelected } from './selection.js'
import type { Selecting } from './use-selection.js'

interface SelectBoxProps {
  id: string
  /** What the row is called. */
  name: string
  selecting: Selecting
}

/** The box that chooses a row; with Shift it chooses all rows since the last one. */
export function SelectBox({ id, name, selecting: { selection, flip } }: SelectBoxProps) {
  return (
    <Checkbox
      isLabelHidden
      label={t.selection.one(name)}
      checked={isSelected(selection, id)}
      data-row={id}
      onChange={({ nativeEvent }) => flip(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
    />
  )
}

/** Columns whose first one has the box of its row. */
export function withSelectBoxes<Row extends { id: string; name: string }>(
  [first, ...rest]: readonly Column<Row>[],
  selecting: Selecting,
): Column<Row>[] {
  if (!first) return []
  const cell = (row: Row): ReactNode => (
    <span className="flex min-w-0 items-start gap-2">
      <SelectBox id={row.id} name={row.name} selecting={selecting} />
      <span className="min-w-0 pt-0.5">{first.cell(row)}</span>
    </span>
  )
  return [{ ...first, cell }, ...rest]
}

/** The second line of a row, to the right of its box. */
export function besideBox<Row>(secondLine: (row: Row) => ReactNode): (row: Row) => ReactNode {
  return (row) => <span className="pl-8">{secondLine(row)}</span>
}
