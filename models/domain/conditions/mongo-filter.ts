/** A query of MongoDB over contacts. */
export type MongoFilter = Record<string, unknown>

/** The query that no contact meets, and none of whose keys names a field that another query could overwrite. */
export const NOTHING: MongoFilter = { $nor: [{}] }
/** The query that every contact meets. */
export const EVERYTHING: MongoFilter = {}

/** All of these at once; nobody meets a conjunction of nothing. */
export function allOf(filters: MongoFilter[]): MongoFilter {
  return join('$and', filters)
}

/** Any of these. */
export function anyOf(filters: MongoFilter[]): MongoFilter {
  return join('$or', filters)
}

// Without needless levels, because MongoDB takes two hundred.
function join(operator: '$and' | '$or', filters: MongoFilter[]): MongoFilter {
  const [first = NOTHING, ...rest] = filters
  return rest.length === 0 ? first : { [operator]: filters }
}
