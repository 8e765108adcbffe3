const MAX_PARTS_IN_ANY_WAY = 6
const MAX_PARTS = 20
const MAX_KEY_LENGTH = 255

/**
 * The keys that a path such as `profile.tier` may stand for, in the order in which they are tried: at every level
 * the longest literal key first, so `profile.tier` as one key before `tier` inside `profile`. There are twice as
 * many ways for each part, so a path of more than six parts is one key, or none of its keys holds a dot.
 */
export function pathCandidates(path: string): string[][] {
  const parts = path.split('.')
  const ways =
    parts.length <= MAX_PARTS_IN_ANY_WAY ? inAnyWay(parts) : [[path], ...(parts.length <= MAX_PARTS ? [parts] : [])]
  return ways.filter((keys) => keys.every((key) => key.length <= MAX_KEY_LENGTH || !key.includes('.')))
}

/** The custom fields that a path may begin with: `a.b` is a field of that name, or something inside `a`. */
export function topLevelKeys(path: string): string[] {
  return [...new Set(pathCandidates(path).flatMap(([key = '']) => key))]
}

function inAnyWay(parts: string[]): string[][] {
  if (parts.length === 0) return [[]]
  return parts.flatMap((_, index) => {
    const to = parts.length - index
    return inAnyWay(parts.slice(to)).map((rest) => [parts.slice(0, to).join('.'), ...rest])
  })
}
