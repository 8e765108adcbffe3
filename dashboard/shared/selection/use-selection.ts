import { useMemo, useRef, useState } from 'react'
import { useCommands } from '../../commands/registry.js'
import { t } from '../../messages/index.js'
import { NOTHING, toggled, toggledTo, type Selection } from './selection.js'

/** The selection of a list and its changes. */
export interface Selecting {
  selection: Selection
  select: (selection: Selection) => void
  /** Chooses a row that is not chosen, or the other way round; as a range with all rows since the last one. */
  flip: (id: string, isRange?: boolean) => void
}

/**
 * The chosen rows of a list, of which `shown` are on the page. They belong to its filters: other filters begin with
 * none.
 */
export function useSelection(filterKey: string, shown: readonly string[]): Selecting {
  const [state, setState] = useState<{ filterKey: string; selection: Selection }>({ filterKey, selection: NOTHING })
  const last = useRef<string | null>(null)
  const selection = state.filterKey === filterKey ? state.selection : NOTHING
  const select = (next: Selection): void => setState({ filterKey, selection: next })
  const flip = (id: string, isRange = false): void => {
    const from = isRange ? last.current : null
    last.current = id
    select(from === null ? toggled(selection, id) : toggledTo(selection, shown, { from, to: id }))
  }
  useCommands(
    useMemo(() => {
      const run = (): void => {
        const id = focusedRow()
        if (id === undefined) return
        last.current = id
        setState((before) => {
          const chosen = before.filterKey === filterKey ? before.selection : NOTHING
          return { filterKey, selection: toggled(chosen, id) }
        })
      }
      return [{ id: 'select-row', title: t.selection.row, group: 'rows', keys: 'x', run }]
    }, [filterKey]),
  )
  return { selection, select, flip }
}

/** The id of the row with the focus. */
function focusedRow(): string | undefined {
  const row = document.activeElement?.closest('tr')?.querySelector<HTMLElement>('[data-row]')
  return row?.dataset['row']
}
