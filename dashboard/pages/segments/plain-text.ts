const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  amp: '&',
  nbsp: ' ',
  commat: '@',
}
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(lt|gt|quot|apos|amp|nbsp|commat));/gi
// Format characters, such as zero-width spaces and marks of direction, and blanks that count as letters or symbols.
const INVISIBLE = /[\p{Cf}\u034F\u115F\u1160\u2800\u3164\uFFA0]/gu
const LAST_CODE_POINT = 0x10_ff_ff

/** A text without invisible characters, and with the characters that HTML writes as references. */
export function plainText(text: string): string {
  return text
    .replaceAll(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : whole
    })
    .replaceAll(INVISIBLE, '')
}
