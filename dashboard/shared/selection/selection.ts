/** The rows that are chosen in a list: some by their ids, or all that its filters let through except some. */
export type Selection = { mode: 'some'; ids: ReadonlySet<string> } | { mode: 'all'; except: ReadonlySet<string> }

export const NOTHING: Selection = { mode: 'some', ids: new Set() }
export const EVERYTHING: Selection = { mode: 'all', except: new Set() }

/** Whether a row is chosen. */
export function isSelected(selection: Selection, id: string): boolean {
  return selection.mode === 'some' ? selection.ids.has(id) : !selection.except.has(id)
}

/** The selection with one row chosen that was not, or the other way round. */
export function toggled(selection: Selection, id: string): Selection {
  return withRows(selection, [id], !isSelected(selection, id))
}

/** The selection with all shown rows from one row to another as the last one becomes by being pressed. */
export function toggledTo(
  selection: Selection,
  shown: readonly string[],
  { from, to }: { from: string; to: string },
): Selection {
  const [first, last] = [shown.indexOf(from), shown.indexOf(to)].toSorted((one, other) => one - other)
  if (first === undefined || last === undefined || first < 0) return toggled(selection, to)
  return withRows(selection, shown.slice(first, last + 1), !isSelected(selection, to))
}

function withRows(selection: Selection, rows: readonly string[], isChosen: boolean): Selection {
  const isListed = isChosen === (selection.mode === 'some')
  const listed = new Set(selection.mode === 'some' ? selection.ids : selection.except)
  for (const id of rows) {
    if (isListed) listed.add(id)
    else listed.delete(id)
  }
  return selection.mode === 'some' ? { mode: 'some', ids: listed } : { mode: 'all', except: listed }
}

/** The number of shown rows that are selected. */
export function shownState(selection: Selection, shown: readonly string[]): 'none' | 'some' | 'all' {
  const chosen = shown.filter((id) => isSelected(selection, id)).length
  if (chosen === 0) return 'none'
  return chosen === shown.length ? 'all' : 'some'
}

/** The selection after the box for the shown rows was pressed: all of them, or nothing where all were chosen. */
export function withShown(selection: Selection, shown: readonly string[]): Selection {
  return shownState(selection, shown) === 'all' ? NOTHING : { mode: 'some', ids: new Set(shown) }
}
