import { ofType, type Histories, type Run } from '../../outbox/histories.js'

/** Which runs are replayed: of each type at most `limit`. */
export interface Choice {
  limit: number
  /** These types alone. */
  types?: readonly string[] | undefined
  /** Runs that match this query of Temporal alone, whether they run or have ended. */
  query?: string | undefined
}

const HOUR_MS = 3_600_000
// Old runs were begun by older versions, and are at other places of the code.
const AGES_MS = [30 * 24 * HOUR_MS, 7 * 24 * HOUR_MS, 24 * HOUR_MS, HOUR_MS, 0]
const RUNNING = "ExecutionStatus = 'Running'"
const ENDED = "ExecutionStatus != 'Running'"

/** The types to replay: those that a choice names, or else those of which something runs or matches. */
export function chooseTypes(histories: Histories, { types, query }: Choice): Promise<readonly string[]> {
  return types ? Promise.resolve(types) : histories.types(query ?? RUNNING)
}

/** How many runs of a type there are to choose from, before those that have ended. */
export function countRuns(histories: Histories, type: string, { query }: Choice): Promise<number> {
  return histories.count(ofType(type, query ?? RUNNING))
}

/**
 * The runs of a type to replay. Without a query: all that run, or of too many some of every age; and, up to the limit,
 * those that ended last, because runs that begin before the upgrade will do what these did.
 */
export async function* chooseRuns(
  histories: Histories,
  type: string,
  { found, limit, query }: Choice & { found: number },
): AsyncIterable<Run> {
  const ranges = query === undefined ? (found > limit ? rangesByAge() : [RUNNING]) : [query]
  let left = limit
  for (const [index, range] of ranges.entries()) {
    const share = Math.ceil(left / (ranges.length - index))
    for await (const run of histories.list(ofType(type, range), share)) {
      left -= 1
      yield run
    }
  }
  if (query === undefined) yield* histories.list(ofType(type, ENDED), left)
}

/** Queries for the running ones by their age, the oldest first: what an age does not use is left for the younger. */
function rangesByAge(): string[] {
  const now = Date.now()
  const ago = (ms: number): string => `'${new Date(now - ms).toISOString()}'`
  return AGES_MS.map((age, index) => {
    const older = AGES_MS[index - 1]
    const from = older === undefined ? '' : ` AND StartTime >= ${ago(older)}`
    const to = age === 0 ? '' : ` AND StartTime < ${ago(age)}`
    return `${RUNNING}${from}${to}`
  })
}
