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
// Older versions began the old runs, which stand at other places of the code.
const AGES_MS = [30 * 24 * HOUR_MS, 7 * 24 * HOUR_MS, 24 * HOUR_MS, HOUR_MS, 0]
const RUNNING = "ExecutionStatus = 'Running'"
const ENDED = "ExecutionStatus != 'Running'"

/** The types to replay: those that a choice names, or else all types with a run that goes on or matches the query. */
export function chooseTypes(histories: Histories, { types, query }: Choice): Promise<readonly string[]> {
  return types ? Promise.resolve(types) : histories.types(query ?? RUNNING)
}

/** How many runs of a type go on, or match the query. */
export function countRuns(histories: Histories, type: string, { query }: Choice): Promise<number> {
  return histories.count(ofType(type, query ?? RUNNING))
}

/**
 * The runs of a type to replay. Without a query these are all that go on, or some of every age when they exceed the
 * limit. Up to the limit, the runs that ended last follow, because runs that begin before the upgrade will take the
 * same way.
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

/**
 * Queries for the runs that go on, by their age, the oldest first: the next age may use what an age leaves of the
 * limit.
 */
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
