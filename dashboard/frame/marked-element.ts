/**
 * An element of the source of a message that its preview marks. An image or a link is identified by its index among the
 * `values`: the addresses of all images or links of the source, as they are written there, with Liquid.
 */
export type MarkedElement = { kind: 'id'; id: string } | { kind: 'image' | 'link'; values: string[]; index: number }

/** More images or links than a message has; those beyond the limit are not marked. */
export const MOST_VALUES = 1_000

/** Reads an element from a message to the frame; null for anything else. */
export function readMarkedElement(value: unknown): MarkedElement | null {
  if (typeof value !== 'object' || value === null) return null
  const { kind, id, values, index } = value as Record<string, unknown>
  if (kind === 'id') return typeof id === 'string' && id !== '' ? { kind, id } : null
  if (kind !== 'image' && kind !== 'link') return null
  if (!Array.isArray(values) || values.length > MOST_VALUES) return null
  const isKnown = values.every((one) => typeof one === 'string') && typeof index === 'number' && index in values
  return isKnown ? { kind, values, index } : null
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'", '#x27': "'" }

/**
 * The index of an image or a link of the source among those of the rendered message, by their addresses; null if it is
 * ambiguous. A loop or a condition changes the number of elements, and the server appends some.
 */
export function placeIn(rendered: readonly string[], values: readonly string[], index: number): number | null {
  const patterns = values.map(patternOf)
  const isWhole = rendered.length >= values.length && patterns.every((pieces, n) => fits(pieces, rendered[n] ?? ''))
  if (isWhole) return index
  const [written = '', ...liquid] = patterns[index] ?? []
  if (liquid.length > 0) return null
  const same = rendered.flatMap((address, n) => (address === written ? [n] : []))
  const before = values.slice(0, index).filter((value) => value === values[index]).length
  return same[before] ?? same.at(-1) ?? null
}

/** The literal parts of an address between its Liquid tags. */
function patternOf(value: string): string[] {
  const plain = value.replace(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name.toLowerCase()] ?? entity)
  return piecesOf(plain).map((piece, n, pieces) => {
    const start = n === 0 ? piece.trimStart() : piece
    return n === pieces.length - 1 ? start.trimEnd() : start
  })
}

function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let at = 0
  for (let open = text.indexOf('{'); open !== -1; open = text.indexOf('{', Math.max(at, open + 1))) {
    const kind = text[open + 1]
    if (kind !== '{' && kind !== '%') continue
    const close = text.indexOf(kind === '{' ? '}}' : '%}', open + 2)
    if (close === -1) break
    pieces.push(text.slice(at, open))
    at = close + 2
  }
  return [...pieces, text.slice(at)]
}

function fits([first = '', ...rest]: readonly string[], address: string): boolean {
  const last = rest.pop()
  if (last === undefined) return address === first
  if (!address.startsWith(first)) return false
  let at = first.length
  for (const piece of rest) {
    const found = address.indexOf(piece, at)
    if (found === -1) return false
    at = found + piece.length
  }
  return address.endsWith(last) && address.length - last.length >= at
}
