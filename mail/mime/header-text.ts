import { encodeWord } from 'nodemailer/lib/mime-funcs'

// RFC 2047, 2.
const LONGEST_ENCODED_WORD = 75
// RFC 5322 allows 998 octets for a line; this leaves room for the header's name in front.
const LONGEST_WORD = 900

/** The value of a header as it is written: ASCII that can be folded as it is, anything else in encoded words. */
export function encodeHeaderText(text: string): string {
  const line = oneLine(text)
  return isPlain(line) ? line : encodedWords(line)
}

/** The subject as it is written: also in encoded words where a reader would take its plain text for one. */
export function encodeSubject(text: string): string {
  const line = oneLine(text)
  return isPlain(line) && !line.includes('=?') ? line : encodedWords(line)
}

/** The text with line breaks and other controls as spaces, so that no value can begin a header of its own. */
export function oneLine(text: string): string {
  // Unicode's separators end no header, but some readers show them as line breaks.
  return text.replaceAll(/\r\n|[\p{Cc}\u2028\u2029]/gu, ' ').trim()
}

// Lines are folded at single spaces, so a run of them or a very long word cannot stay as it is.
function isPlain(line: string): boolean {
  if (!/^[\x20-\x7e]*$/.test(line) || line.includes('  ')) return false
  return line.split(' ').every((word) => word.length <= LONGEST_WORD)
}

function encodedWords(text: string): string {
  return encodeWord(text, 'B', LONGEST_ENCODED_WORD)
}
