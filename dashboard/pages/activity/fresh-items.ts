interface Item {
  id: string
  type: string
}

/** How many entries of the newest page came after the list was read; `isMore` where all of them did. */
export function freshItems(newest: readonly Item[], shown: readonly Item[]): { count: number; isMore: boolean } {
  const [first] = shown
  const known = first ? newest.findIndex((item) => item.id === first.id && item.type === first.type) : -1
  if (known === -1) return { count: newest.length, isMore: first !== undefined && newest.length > 0 }
  return { count: known, isMore: false }
}
