const MAX_COMBINED_PARTS = 6
const MAX_PARTS = 20
const MAX_KEY_LENGTH = 255

/**
 * The lists of keys that a path such as `profile.tier` may mean, in the order in which they are tried. At every level
 * the longest literal key comes first: `profile.tier` as one key before `tier` inside `profile`. Every segment of the
 * path doubles the number of lists, so a path of more than six segments is tried only as one key and as keys without
 * dots.
 */
export function pathCandidates(path: string): string[][] {
  const parts = path.split('.')
  const ways =
    parts.length <= MAX_COMBINED_PARTS ? combinations(parts) : [[path], ...(parts.length <= MAX_PARTS ? [parts] : [])]
  return ways.filter((keys) => keys.every((key) => key.length <= MAX_KEY_LENGTH || !key.includes('.')))
}

const EVENT_DATA = 'data.'

/** Whether a path of an event begins with `data.`, as the filters of triggers and waits require. */
export function isEventData(path: string): boolean {
  return path.startsWith(EVENT_DATA) && path.length > EVENT_DATA.length
}

/**
 * The lists of keys that a path after `event.` may mean in the data of an event. `data.total` and `total` are the same
 * key. An object named `data` is searched only if the data has no such key.
 */
export function eventPathCandidates(path: string): string[][] {
  if (!isEventData(path)) return pathCandidates(path)
  return [...pathCandidates(path.slice(EVENT_DATA.length)), ...pathCandidates(path)]
}

/** The custom fields that a path may begin with: `a.b` is the field `a.b`, or a key of the field `a`. */
export function topLevelKeys(path: string): string[] {
  return [...new Set(pathCandidates(path).flatMap(([key = '']) => key))]
}

function combinations(parts: string[]): string[][] {
  if (parts.length === 0) return [[]]
  return parts.flatMap((_, index) => {
    const to = parts.length - index
    return combinations(parts.slice(to)).map((rest) => [parts.slice(0, to).join('.'), ...rest])
  })
}
