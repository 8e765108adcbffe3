/** A press of a key, as the browser reports it. */
export interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/** How the keys of a press are written in a command: `g`, `?`, `mod+k`. */
export function writtenKey({ key, ctrlKey, metaKey, altKey }: KeyPress): string | null {
  if (altKey || key.length !== 1) return null
  return ctrlKey || metaKey ? `mod+${key.toLowerCase()}` : key
}

/** Whether keys are pressed without Ctrl, as `?` and `g e` are. */
export function isSingleKey(keys: string): boolean {
  return !keys.startsWith('mod+')
}

/** What a press leads to, after the presses before it: a command, the wait for the next key, or nothing. */
export function followKeys(before: string, key: string, known: readonly string[]): { keys: string } | { rest: string } {
  const sequence = before === '' ? key : `${before} ${key}`
  const found = [sequence, key].find((keys) => known.includes(keys))
  if (found !== undefined) return { keys: found }
  return { rest: known.some((keys) => keys.startsWith(`${key} `)) ? key : '' }
}
