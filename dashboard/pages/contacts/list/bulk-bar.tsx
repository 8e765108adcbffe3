import { useState } from 'react'
import { BellOff, BellRing, Shapes, Trash2 } from 'lucide-react'
import { formatNumber } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { Button } from '../../../ui/button.js'
import { Checkbox } from '../../../ui/checkbox.js'
import { BulkDialog, type BulkOperation } from './bulk-dialog.js'
import { countOf, EVERYTHING, NOTHING, shownState, withShown, type filterOf, type Selection } from './selection.js'

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
  selection: Selection
  onSelect: (selection: Selection) => void
}

/** The number of selected contacts, and the bulk actions on them. */
export function BulkBar({ shown, total, isCapped, filter, selection, onSelect }: BulkBarProps) {
  const [operation, setOperation] = useState<BulkOperation | null>(null)
  const state = shownState(selection, shown)
  const count = countOf(selection, total)
  const countText = isCapped && selection.mode === 'all' ? t.contacts.more(formatNumber(count)) : formatNumber(count)
  const mayHaveMore = selection.mode === 'some' && count > 0 && (isCapped === true || count < total)
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-3 py-2">
      <Checkbox
        label={count === 0 ? t.contacts.selectShown : t.contacts.selected(countText)}
        checked={state === 'all'}
        isPartial={state === 'some'}
        onChange={() => onSelect(withShown(selection, shown))}
      />
      {mayHaveMore && (
        <Button variant="quiet" onClick={() => onSelect(EVERYTHING)}>
          {isCapped ? t.contacts.selectEvery : t.contacts.selectAll(formatNumber(total))}
        </Button>
      )}
      {count > 0 && (
        <>
          <Button variant="quiet" onClick={() => onSelect(NOTHING)}>
            {t.contacts.selectNone}
          </Button>
          <div className="flex flex-wrap gap-2 wide:ml-auto">
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
          </div>
        </>
      )}
      {operation && (
        <BulkDialog
          operation={operation}
          count={countText}
          selection={selection}
          filter={filter}
          onClose={() => setOperation(null)}
          onBegun={() => onSelect(NOTHING)}
        />
      )}
    </div>
  )
}
