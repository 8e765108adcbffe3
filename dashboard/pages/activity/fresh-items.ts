interface Item {
  id: string
  type: string
}

/** The number of entries of the newest page that are newer than the list; `isMore` if all of them are. */
export function freshItems(newest: readonly Item[], shown: readonly Item[]): { count: number; isMore: boolean } {
  const [first] = shown
  const known = first ? newest.findIndex((item) => item.id === first.id && item.type === first.type) : -1
  if (known === -1) return { count: newest.length, isMore: first !== undefined && newest.length > 0 }
  return { count: known, isMore: false }
}
