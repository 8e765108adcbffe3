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

/** How the keys of a press are written in a command: `g`, `?`, `mod+k`, `mod+shift+z`, `alt+1`, `F8`. */
export function writtenKey({ key, ctrlKey, metaKey, altKey, shiftKey, code = '' }: KeyPress): string | null {
  const isMod = ctrlKey || metaKey
  // With Alt some keyboards type another character: the place of a digit says which one is meant.
  if (altKey) return !isMod && /^Digit\d$/.test(code) ? `alt+${code.slice('Digit'.length)}` : null
  if (NAMED_KEY.test(key)) return isMod || shiftKey ? null : key
  if (key.length !== 1) return null
  return isMod ? `mod+${shiftKey ? 'shift+' : ''}${key.toLowerCase()}` : key
}

/** Whether keys are pressed without another one, and typed into a field, as `?` and `g e` are. */
export function isSingleKey(keys: string): boolean {
  return !/^(?:mod\+|alt\+|F\d)/.test(keys)
}

/** What a press leads to, after the presses before it: a command, the wait for the next key, or nothing. */
export function followKeys(before: string, key: string, known: readonly string[]): { keys: string } | { rest: string } {
  const sequence = before === '' ? key : `${before} ${key}`
  const found = [sequence, key].find((keys) => known.includes(keys))
  if (found !== undefined) return { keys: found }
  return { rest: known.some((keys) => keys.startsWith(`${key} `)) ? key : '' }
}
