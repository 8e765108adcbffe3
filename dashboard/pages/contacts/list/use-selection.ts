import { useMemo, useState } from 'react'
import { useCommands } from '../../../commands/registry.js'
import { t } from '../../../messages/index.js'
import { NOTHING, toggled, type Selection } from './selection.js'

/** The chosen contacts of a list. They belong to its filters: other filters begin with none. */
export function useSelection(filterKey: string): [Selection, (selection: Selection) => void] {
  const [state, setState] = useState({ filterKey, selection: NOTHING })
  const selection = state.filterKey === filterKey ? state.selection : NOTHING
  const choose = (next: Selection): void => setState({ filterKey, selection: next })
  useCommands(
    useMemo(() => {
      const flip = (id: string): void =>
        setState((last) => {
          const before = last.filterKey === filterKey ? last.selection : NOTHING
          return { filterKey, selection: toggled(before, id) }
        })
      const run = (): void => {
        const id = focusedRow()
        if (id !== undefined) flip(id)
      }
      return [{ id: 'select-row', title: t.contacts.selectRow, group: 'rows', keys: 'x', run }]
    }, [filterKey]),
  )
  return [selection, choose]
}

/** The id of the row with the focus. */
function focusedRow(): string | undefined {
  const row = document.activeElement?.closest('tr')?.querySelector<HTMLElement>('[data-contact]')
  return row?.dataset['contact']
}
