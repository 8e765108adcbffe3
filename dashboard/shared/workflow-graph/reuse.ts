/**
 * Gives each item the object of the last drawing where it says the same, so that what has not changed is not drawn
 * again. `last` holds the items for the next time.
 */
export function reuse<Item extends { id: string }>(last: Map<string, Item>, items: readonly Item[]): Item[] {
  const kept = items.map((item) => {
    const before = last.get(item.id)
    return before && JSON.stringify(before) === JSON.stringify(item) ? before : item
  })
  last.clear()
  for (const item of kept) last.set(item.id, item)
  return kept
}
