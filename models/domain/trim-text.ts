/**
 * A text without invisible characters around it: blanks of every kind, no-break spaces, line breaks, byte order marks,
 * zero-width characters and marks of direction. A NUL stays, because other checks refuse it.
 */
export function trimText(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && isInvisible(text.charCodeAt(start))) start += 1
  while (end > start && isInvisible(text.charCodeAt(end - 1))) end -= 1
  return start === 0 && end === text.length ? text : text.slice(start, end)
}

const INVISIBLE = new Set([0xad, 0x61c, 0x1680, 0x180e, 0x3000, 0xfeff])

function isInvisible(code: number): boolean {
  if (code <= 0x20) return code !== 0
  if (code < 0x7f) return false
  if (code <= 0xa0 || INVISIBLE.has(code)) return true
  // Spaces, zero-width characters and marks of direction of the block General Punctuation.
  return (code >= 0x2000 && code <= 0x200f) || (code >= 0x2028 && code <= 0x202f) || (code >= 0x205f && code <= 0x206f)
}
