// The limits of RFC 2047, 2, for a word and for a line with words.
const LONGEST_ENCODED_WORD = 75
const LONGEST_LINE = 76
const WORD_BEGIN = '=?UTF-8?B?'
const WORD_END = '?='
// A word holds one character at least.
const FEWEST_BYTES = 4
// RFC 5322 allows 998 octets for a line, and the library folds at spaces alone. The rest is for the header's name.
const LONGEST_WORD = 900

// Most values: this pattern is cheaper than the checks of `isPlain`.
const USUAL = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/

/**
 * The value of a header: as it is where it is ASCII that can be folded, else in encoded words (RFC 2047), of which the
 * first has room beside the name of the header.
 */
export function encodeHeaderText(text: string, name = ''): string {
  if (text.length <= LONGEST_WORD && USUAL.test(text)) return text
  const line = oneLine(text)
  return isPlain(line) ? line : encodeWords(line, name)
}

/** The value of a subject: also in encoded words where a reader would decode its plain text. */
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

/** The bytes that an encoded word of so many characters holds: four characters hold three. */
function bytesIn(length: number): number {
  const most = Math.min(length, LONGEST_ENCODED_WORD) - WORD_BEGIN.length - WORD_END.length
  return Math.max(Math.floor(most / 4) * 3, FEWEST_BYTES)
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
