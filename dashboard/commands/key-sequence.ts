/** A press of a key, as the browser reports it. */
export interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey?: boolean
  /** The key by its place on the keyboard, whatever character it types. */
  code?: string
}

const NAMED_KEY = /^F\d+$/

/** The notation of a key press in a command: `g`, `?`, `mod+k`, `mod+shift+z`, `alt+1`, `F8`. */
export function writtenKey({ key, ctrlKey, metaKey, altKey, shiftKey, code = '' }: KeyPress): string | null {
  const isMod = ctrlKey || metaKey
  // With Alt some keyboards type another character: the physical key identifies a digit.
  if (altKey) return !isMod && /^Digit\d$/.test(code) ? `alt+${code.slice('Digit'.length)}` : null
  if (NAMED_KEY.test(key)) return isMod || shiftKey ? null : key
  if (key.length !== 1) return null
  return isMod ? `mod+${shiftKey ? 'shift+' : ''}${key.toLowerCase()}` : key
}

/** Whether the keys need no modifier, so that they type text in a field, as `?` and `g e` do. */
export function isSingleKey(keys: string): boolean {
  return !/^(?:mod\+|alt\+|F\d)/.test(keys)
}

/** The effect of a key press after the earlier ones: a command, the wait for the next key, or nothing. */
export function followKeys(before: string, key: string, known: readonly string[]): { keys: string } | { rest: string } {
  const sequence = before === '' ? key : `${before} ${key}`
  const found = [sequence, key].find((keys) => known.includes(keys))
  if (found !== undefined) return { keys: found }
  return { rest: known.some((keys) => keys.startsWith(`${key} `)) ? key : '' }
}
