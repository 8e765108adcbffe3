/** A MongoDB query over contacts. */
export type MongoFilter = Record<string, unknown>

/** Matches no contact. Its key is not a field name, so that no other filter overwrites it when both are merged. */
export const NOTHING: MongoFilter = { $nor: [{}] }
/** Matches every contact. */
export const EVERYTHING: MongoFilter = {}

/** Matches contacts that match all filters; no contact when `filters` is empty. */
export function allOf<First extends MongoFilter>(
  filters: [First, ...MongoFilter[]],
): First | { $and: [First, ...MongoFilter[]] }
export function allOf(filters: MongoFilter[]): MongoFilter
export function allOf(filters: MongoFilter[]): MongoFilter {
  return join('$and', filters)
}

/** Matches contacts that match any of the filters. */
export function anyOf(filters: MongoFilter[]): MongoFilter {
  return join('$or', filters)
}

// Adds no needless level, because MongoDB allows two hundred.
function join(operator: '$and' | '$or', filters: MongoFilter[]): MongoFilter {
  const [first = NOTHING, ...rest] = filters
  return rest.length === 0 ? first : { [operator]: filters }
}
