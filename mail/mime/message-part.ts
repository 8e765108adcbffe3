import { isAscii } from 'node:buffer'

const LF = 10
// RFC 5322, 2.1.1, without the line end.
const LONGEST_LINE = 998

/**
 * A message for a place within another message, with the line ends of mail (RFC 5322, 2.3). RFC 2046, 5.2.1 forbids
 * encoding such a message. The function returns null for a message that mail cannot carry unencoded: with lines of more
 * than 998 octets, with NULs, or with octets outside ASCII, which some servers on the way may not accept.
 */
export function plainMessage(content: Buffer): Buffer | null {
  if (!isAscii(content) || content.includes(0)) return null
  const text = Buffer.from(content.toString('latin1').replaceAll(/\r\n?|\n/g, '\r\n'), 'latin1')
  return hasLongLine(text) ? null : text
}

function hasLongLine(text: Buffer): boolean {
  let from = 0
  for (let feed = text.indexOf(LF); feed >= 0; feed = text.indexOf(LF, from)) {
    if (feed - '\r'.length - from > LONGEST_LINE) return true
    from = feed + 1
  }
  return text.length - from > LONGEST_LINE
}
