// The classes of `blockClass`.
const BLOCK = /\bblock-([\w-]+)/g

/** The id of the last block that begins before an offset of the document made of its design; null before the first. */
export function blockBefore(document: string, offset: number): string | null {
  let found: string | null = null
  for (const { 1: id = '', index } of document.matchAll(BLOCK)) {
    if (index > offset) break
    // Outlook's tables repeat the classes of sections.
    found = id.replace(/-outlook$/, '')
  }
  return found
}

/** The offset of a place, counted from 1, in a text. */
export function offsetOfPlace(text: string, { line, column }: { line: number; column: number }): number {
  let offset = 0
  for (let passed = 1; passed < line; passed += 1) {
    const end = text.indexOf('\n', offset)
    if (end === -1) break
    offset = end + 1
  }
  return Math.min(text.length, offset + column - 1)
}
