/** The filter for the items that follow an item in a list, newest first. */
export function olderThan({ sortValue, id }: { sortValue: Date; id: string }) {
  // An index can use only the first bound.
  return { createdAt: { $lte: sortValue }, $or: [{ createdAt: { $lt: sortValue } }, { _id: { $lt: id } }] }
}
