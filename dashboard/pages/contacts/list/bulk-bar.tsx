import { useState } from 'react'
import { BellOff, BellRing, Shapes, Trash2 } from 'lucide-react'
import { formatNumber } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { EVERYTHING, NOTHING } from '../../../shared/selection/selection.js'
import { SelectionBar } from '../../../shared/selection/selection-bar.js'
import type { Selecting } from '../../../shared/selection/use-selection.js'
import { Button } from '../../../ui/button.js'
import { BulkDialog, type BulkOperation } from './bulk-dialog.js'
import { countOf, type filterOf } from './selection.js'

const ACTIONS = [
  { operation: 'subscribe', icon: BellRing },
  { operation: 'unsubscribe', icon: BellOff },
  { operation: 'join', icon: Shapes },
  { operation: 'delete', icon: Trash2 },
] as const

interface BulkBarProps {
  /** The ids of the contacts that are shown. */
  shown: readonly string[]
  /** The number of contacts that match the filters, and whether it is exact. */
  total: number
  isCapped?: boolean
  filter: ReturnType<typeof filterOf>
  selecting: Selecting
}

/** The number of selected contacts, and the bulk actions on them. */
export function BulkBar({ shown, total, isCapped, filter, selecting }: BulkBarProps) {
  const [operation, setOperation] = useState<BulkOperation | null>(null)
  const { selection, select } = selecting
  const count = countOf(selection, total)
  const countText = isCapped && selection.mode === 'all' ? t.contacts.more(formatNumber(count)) : formatNumber(count)
  const mayHaveMore = selection.mode === 'some' && count > 0 && (isCapped === true || count < total)
  return (
    <>
      <SelectionBar
        shown={shown}
        count={count === 0 ? null : countText}
        selecting={selecting}
        more={
          mayHaveMore && (
            <Button variant="quiet" onClick={() => select(EVERYTHING)}>
              {isCapped ? t.contacts.selectEvery : t.contacts.selectAll(formatNumber(total))}
            </Button>
          )
        }
      >
        {ACTIONS.map((action) => (
          <Button
            key={action.operation}
            icon={action.icon}
            variant={action.operation === 'delete' ? 'danger' : 'plain'}
            onClick={() => setOperation(action.operation)}
          >
            {t.contacts.bulk[action.operation]}
          </Button>
        ))}
      </SelectionBar>
      {operation && (
        <BulkDialog
          operation={operation}
          count={countText}
          selection={selection}
          filter={filter}
          onClose={() => setOperation(null)}
          onBegun={() => select(NOTHING)}
        />
      )}
    </>
  )
}
