import { isPlainValue } from './plain-value.js'
import type { RenderedPieces } from './placeholders.js'
import { TOKEN_SLOT, type Sentinels } from './sentinels.js'

/** The values of a body's placeholders for one recipient, by how they are filled in. */
export interface ReadValues {
  /** By slot: the token of the recipient's links, and the plain values; empty for the others. */
  plain: string[]
  /** The placeholders before compilation: sentinels for plain values, and the values that belong to the document. */
  fixed: string[]
  /** Names the variant of the body with these fixed values. */
  key: string
}

const BLOCK = 8

interface Reading {
  /** The slots of placeholders that do not stand in plain text. */
  outside: ReadonlySet<number>
  /** The token of the recipient's links. */
  token: string
  sentinels: Sentinels
}

/**
 * Divides values into those that fill slots and those that change the document. Null where a value contains a part of
 * the recipient's token, because text that was made from the token cannot be recognised, and where values of one slot
 * differ.
 */
export function readValues(
  { values, slots }: RenderedPieces,
  { outside, token, sentinels }: Reading,
): ReadValues | null {
  const plain = Array.from({ length: nextSlot(slots) }, () => '')
  plain[TOKEN_SLOT] = token
  const fixed: string[] = []
  let key = ''
  for (const [index, value] of values.entries()) {
    const slot = slots[index] ?? index + 1
    const hasToken = value.includes(token)
    const isFilledIn = !hasToken && !outside.has(slot) && isPlainValue(value)
    const rest = hasToken ? value.replaceAll(token, sentinels.token) : value
    const isOther = isFilledIn && plain[slot] !== '' && plain[slot] !== value
    if (isOther || hasPartOf(token, rest)) return null
    if (isFilledIn) plain[slot] = value
    fixed.push(isFilledIn ? sentinels.of(slot) : rest)
    // The length in front keeps one value from looking like the key of several.
    if (!isFilledIn) key += `${index}:${rest.length}:${rest}`
  }
  return { plain, fixed, key }
}

/** The first slot that no placeholder has. */
export function nextSlot(slots: readonly number[]): number {
  return slots.reduce((most, slot) => Math.max(most, slot), TOKEN_SLOT) + 1
}

/** Whether a text contains 15 consecutive characters of a token. */
function hasPartOf(token: string, text: string): boolean {
  if (text.length < 2 * BLOCK - 1) return false
  for (let p = 0; p + BLOCK <= token.length; p += BLOCK) {
    if (text.includes(token.slice(p, p + BLOCK))) return true
  }
  return false
}
