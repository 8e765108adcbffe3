/** A text without its entities, and the place of each of its characters in the encoded text. */
export interface DecodedText {
  text: string
  /** The encoded text. */
  source: string
  /** Converts an offset in the decoded text to an offset in the encoded text. */
  sourceOffset: (offset: number) => number
}

const ENTITY = /&(?:(gt|lt|amp|quot|apos|nbsp)|#(\d{1,7})|#x([\da-f]{1,6}));/gi
const NAMED: Record<string, string> = { gt: '>', lt: '<', amp: '&', quot: '"', apos: "'", nbsp: '\u00A0' }

/**
 * Decodes the entities that visual editors write inside of tags and outputs: those of the characters with a meaning in
 * HTML, the no-break space, and numeric ones. Each is decoded once: `&amp;gt;` becomes `&gt;`.
 */
export function decodeEntities(source: string): DecodedText {
  if (!source.includes('&')) return { text: source, source, sourceOffset: (offset) => offset }
  const ends: { decoded: number; source: number }[] = []
  let text = ''
  let from = 0
  for (const { 0: entity, 1: name, 2: decimal, 3: hex, index } of source.matchAll(ENTITY)) {
    const character = name
      ? NAMED[name.toLowerCase()]
      : characterOf(decimal ? Number(decimal) : parseInt(hex ?? '', 16))
    if (character === undefined) continue
    text += source.slice(from, index) + character
    from = index + entity.length
    ends.push({ decoded: text.length, source: from })
  }
  return { text: text + source.slice(from), source, sourceOffset: (offset) => offsetBefore(ends, offset) }
}

// A control character could end a line of a `liquid` tag. Half of a surrogate pair is not a character.
function characterOf(code: number): string | undefined {
  const isCharacter = code >= 0x20 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff) && code !== 0x7f
  return isCharacter ? String.fromCodePoint(code) : undefined
}

function offsetBefore(ends: readonly { decoded: number; source: number }[], offset: number): number {
  const last = ends.findLast(({ decoded }) => decoded <= offset)
  return last ? last.source + (offset - last.decoded) : offset
}
