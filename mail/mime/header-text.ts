// The limits of RFC 2047, 2, for a word and for a line with words.
const LONGEST_ENCODED_WORD = 75
const LONGEST_LINE = 76
const WORD_BEGIN = '=?UTF-8?B?'
const WORD_END = '?='
// A word holds at least one character, which takes up to four bytes.
const FEWEST_BYTES = 4
// RFC 5322 allows 998 octets for a line, and the library folds only at spaces. The difference is for the header's name.
const LONGEST_WORD = 900

// Matches most values, at a lower cost than the checks of `isPlain`.
const USUAL = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/

/**
 * The value of a header. Foldable ASCII stays as it is; other text becomes encoded words (RFC 2047), the first of which
 * fits beside the name of the header.
 */
export function encodeHeaderText(text: string, name = ''): string {
  if (text.length <= LONGEST_WORD && USUAL.test(text)) return text
  const line = oneLine(text)
  return isPlain(line) ? line : encodeWords(line, name)
}

/** The value of a subject. Encoded words also replace plain text that a reader would decode. */
export function encodeSubject(text: string): string {
  const line = oneLine(text)
  return line.includes('=?') ? encodeWords(line, 'Subject') : encodeHeaderText(line, 'Subject')
}

function encodeWords(line: string, name: string): string {
  const words: string[] = []
  let word = ''
  let left = bytesIn(LONGEST_LINE - `${name}: `.length)
  // RFC 2047, 5: a character never stands in two words.
  for (const character of line) {
    const bytes = Buffer.byteLength(character)
    if (bytes > left) {
      words.push(word)
      word = ''
      left = bytesIn(LONGEST_ENCODED_WORD)
    }
    word += character
    left -= bytes
  }
  words.push(word)
  return words.map((text) => WORD_BEGIN + Buffer.from(text).toString('base64') + WORD_END).join(' ')
}

/** The number of bytes that an encoded word of a given length holds: four characters hold three bytes. */
function bytesIn(length: number): number {
  const most = Math.min(length, LONGEST_ENCODED_WORD) - WORD_BEGIN.length - WORD_END.length
  return Math.max(Math.floor(most / 4) * 3, FEWEST_BYTES)
}

/** The text with line breaks and other controls as spaces, so that no value can begin a header of its own. */
export function oneLine(text: string): string {
  // Unicode's separators do not end a header, but some readers show them as line breaks.
  return text.replaceAll(/\r\n|[\p{Cc}\u2028\u2029]/gu, ' ').trim()
}

// Lines are folded at spaces. A run of spaces could become a blank line, and a very long word a line beyond the limit.
function isPlain(line: string): boolean {
  if (!/^[\x20-\x7e]*$/.test(line) || line.includes('  ')) return false
  return line.split(' ').every((word) => word.length <= LONGEST_WORD)
}
