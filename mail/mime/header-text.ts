// RFC 2047 allows 75 characters for an encoded word: 12 of them are its frame, and base64 makes 4 of 3.
const OCTETS_PER_WORD = 45
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

/** The text as base64 encoded words; no character is split between two of them. */
function encodedWords(text: string): string {
  const parts: string[] = []
  let part = ''
  for (const character of text) {
    if (Buffer.byteLength(part + character) > OCTETS_PER_WORD) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  if (part !== '') parts.push(part)
  return parts.map((words) => `=?UTF-8?B?${Buffer.from(words).toString('base64')}?=`).join(' ')
}

/** A header's value folded at its spaces (RFC 5322, 2.2.3), as near to 76 columns as they allow. */
export function foldHeader(name: string, value: string): string {
  let folded = ''
  let column = name.length + 1
  for (const word of value.split(' ')) {
    const isFirst = folded === ''
    const fits = isFirst || column + 1 + word.length <= 76
    folded += isFirst ? word : `${fits ? ' ' : '\r\n '}${word}`
    column = fits ? column + 1 + word.length : 1 + word.length
  }
  return folded
}
