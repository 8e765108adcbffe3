import type { ReactNode } from 'react'
import { t } from '../../messages/index.js'
import { Button } from '../../ui/button.js'
import { Checkbox } from '../../ui/checkbox.js'
import { NOTHING, shownState, withShown } from './selection.js'
import type { Selecting } from './use-selection.js'

interface SelectionBarProps {
  /** The ids of the rows that are shown. */
  shown: readonly string[]
  /** The number of chosen rows in words; null for none. */
  count: string | null
  selecting: Selecting
  /** A way to choose more than the shown rows. */
  more?: ReactNode
  /** The actions on the chosen rows. */
  children: ReactNode
}

/** The number of selected rows of a list, and the actions on them. */
export function SelectionBar({ shown, count, selecting: { selection, select }, more, children }: SelectionBarProps) {
  const state = shownState(selection, shown)
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-3 py-2">
      <Checkbox
        label={count === null ? t.selection.shown : t.selection.selected(count)}
        checked={state === 'all'}
        isPartial={state === 'some'}
        onChange={() => select(withShown(selection, shown))}
      />
      {more}
      {count !== null && (
        <>
          <Button variant="quiet" onClick={() => select(NOTHING)}>
            {t.selection.none}
          </Button>
          <div className="flex flex-wrap gap-2 wide:ml-auto">{children}</div>
        </>
      )}
    </div>
  )
}
