/** The filter for the items that follow an item in a list, newest first by the time in `field`. */
export function olderThan<Field extends string = 'createdAt'>(
  { sortValue, id }: { sortValue: Date; id: string },
  field = 'createdAt' as Field,
) {
  const at = <Bound>(bound: Bound) => ({ [field]: bound }) as Record<Field, Bound>
  // An index can use only the first bound.
  return { ...at({ $lte: sortValue }), $or: [at({ $lt: sortValue }), { _id: { $lt: id } }] }
}

/** The filter for an item and the items before it in a list, newest first. */
export function notOlderThan({ sortValue, id }: { sortValue: Date; id: string }) {
  return {
    $and: [{ createdAt: { $gte: sortValue } }, { $or: [{ createdAt: { $gt: sortValue } }, { _id: { $gte: id } }] }],
  }
}
