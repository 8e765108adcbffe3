import type { Sentinels } from './sentinels.js'
import { isPlainValue } from './plain-value.js'

/** What the placeholders of a body came to for one recipient. */
export interface ReadValues {
  /** The plain values, which are filled in; empty for the others. */
  plain: string[]
  /** What goes into the placeholders before the body is compiled: sentinels, and the values that are a part of the document. */
  fixed: string[]
  /** Names the variant of the body that has these fixed values. */
  key: string
}

const BLOCK = 8

/** How the placeholders of a body are told apart. */
interface Reading {
  /** The slots of placeholders that do not stand in plain text. */
  outside: ReadonlySet<number>
  /** That of the recipient's links. */
  token: string
  sentinels: Sentinels
}

/**
 * Tells values that can be filled in from those that make the document another one. Null where a part of the
 * recipient's token stands alone: nothing that was made of it can be told from any other text.
 */
export function readValues(values: string[], { outside, token, sentinels }: Reading): ReadValues | null {
  const plain: string[] = []
  const fixed: string[] = []
  let key = ''
  for (const [index, value] of values.entries()) {
    const hasToken = value.includes(token)
    const isFilledIn = !hasToken && !outside.has(index + 1) && isPlainValue(value)
    const rest = hasToken ? value.replaceAll(token, sentinels.token) : value
    if (hasPartOf(token, rest)) return null
    plain.push(isFilledIn ? value : '')
    fixed.push(isFilledIn ? sentinels.of(index + 1) : rest)
    // With its length in front, no value can be taken for the key of several.
    if (!isFilledIn) key += `${index}:${rest.length}:${rest}`
  }
  return { plain, fixed, key }
}

/** Whether a text has any 15 characters of a token in a row. */
function hasPartOf(token: string, text: string): boolean {
  if (text.length < 2 * BLOCK - 1) return false
  for (let p = 0; p + BLOCK <= token.length; p += BLOCK) {
    if (text.includes(token.slice(p, p + BLOCK))) return true
  }
  return false
}
