/** The length of a text in bytes of UTF-8. */
export function utf8Length(text: string): number {
  let octets = 0
  for (const character of text) octets += octetsOf(character.codePointAt(0) ?? 0)
  return octets
}

function octetsOf(codePoint: number): number {
  if (codePoint < 0x80) return 1
  if (codePoint < 0x800) return 2
  return codePoint < 0x10000 ? 3 : 4
}
