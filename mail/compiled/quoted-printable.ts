import { encode } from 'nodemailer/lib/qp'

const LINE = 76
const MARGIN = 25
const EQUALS = 0x3d

/** A stretch of a text in quoted-printable, without soft line breaks; `isLast` where the text ends with it. */
export function encodePiece(text: string, isLast: boolean): string {
  // What looks like the end of a line is encoded in another way.
  return isLast ? encode(text) : encode(`${text}x`).slice(0, -1)
}

/** A value of words in quoted-printable, without soft line breaks. */
export function encodeValue(value: string): string {
  return /^[\x20-\x3c\x3e-\x7e]*$/.test(value) ? value : encode(value)
}

/**
 * An encoded text with its soft line breaks, exactly where nodemailer makes them. All its line ends are CRLF. Lines can
 * be wrapped one by one; a text of no more than 76 characters in all is not wrapped.
 */
export function wrapLines(text: string): string {
  let wrapped = ''
  let lineEnd = -2
  for (let p = 0; p < text.length;) {
    if (lineEnd !== -1 && lineEnd < p) lineEnd = text.indexOf('\r\n', p)
    if (lineEnd !== -1 && lineEnd + 2 <= p + LINE) {
      wrapped += text.slice(p, lineEnd + 2)
      p = lineEnd + 2
      continue
    }
    const end = softBreak(text, p)
    wrapped += text.slice(p, end)
    if (end < text.length) wrapped += '=\r\n'
    p = end
  }
  return wrapped
}

/** Where the line from `p` on ends, in which there is no line end. */
function softBreak(text: string, p: number): number {
  const limit = Math.min(p + LINE, text.length)
  let end = limit
  const space = limit - p > LINE - MARGIN ? lastBreakable(text, limit - MARGIN, limit) : -1
  if (space !== -1) end = space + 1
  else end = beforeSplitSequence(text, p, limit)
  if (end === p) end = limit
  if (end === text.length || end - p < LINE) return end
  // No room for the mark of the break itself.
  return text.charCodeAt(end - 3) === EQUALS ? end - 3 : end - 1
}

function lastBreakable(text: string, from: number, to: number): number {
  for (let p = to - 1; p >= from; p -= 1) {
    const code = text.charCodeAt(p)
    if (code === 0x20 || code === 0x2c || code === 0x2e || code === 0x21 || code === 0x3f || code === 0x09) return p
  }
  return -1
}

/** The end of a line that splits no encoded byte, and no character of several bytes where it can be helped. */
function beforeSplitSequence(text: string, p: number, limit: number): number {
  let end = limit
  if (text.charCodeAt(end - 1) === EQUALS) end -= 1
  else if (end - 2 >= p && text.charCodeAt(end - 2) === EQUALS) end -= 2
  while (end - p > 3 && end < text.length && text.charCodeAt(end - 3) === EQUALS) {
    if (/^(?:=[\dA-F]{2}){1,4}$/.test(text.slice(p, end))) break
    const byte = Number.parseInt(text.slice(end - 2, end), 16)
    if (byte < 0x80) break
    end -= 3
    if (byte >= 0xc0) break
  }
  return end
}
