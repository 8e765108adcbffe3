import { encodeWord } from 'nodemailer/lib/mime-funcs'

// The limit of RFC 2047, 2.
const LONGEST_ENCODED_WORD = 75
// RFC 5322 allows 998 octets for a line, and the library folds at spaces alone. The rest is for the header's name.
const LONGEST_WORD = 900

// Most values: this pattern is cheaper than the checks of `isPlain`.
const USUAL = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/

/** The value of a header: as it is where it is ASCII that can be folded, else in encoded words (RFC 2047). */
export function encodeHeaderText(text: string): string {
  if (text.length <= LONGEST_WORD && USUAL.test(text)) return text
  const line = oneLine(text)
  return isPlain(line) ? line : encodeWord(line, 'B', LONGEST_ENCODED_WORD)
}

/** The value of a subject: also in encoded words where a reader would decode its plain text. */
export function encodeSubject(text: string): string {
  const line = oneLine(text)
  return line.includes('=?') ? encodeWord(line, 'B', LONGEST_ENCODED_WORD) : encodeHeaderText(line)
}

/** The text with line breaks and other controls as spaces, so that no value can begin a header of its own. */
export function oneLine(text: string): string {
  // Unicode's separators end no header, but some readers show them as line breaks.
  return text.replaceAll(/\r\n|[\p{Cc}\u2028\u2029]/gu, ' ').trim()
}

// Lines are folded at spaces: a run of spaces could become a blank line, and a very long word a line beyond the limit.
function isPlain(line: string): boolean {
  if (!/^[\x20-\x7e]*$/.test(line) || line.includes('  ')) return false
  return line.split(' ').every((word) => word.length <= LONGEST_WORD)
}
