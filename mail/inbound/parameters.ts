import PostalMime, { decodeWords } from 'postal-mime'
import { joinEncodedWords } from './encoded-words.js'
import { MAX_NAMING_LENGTH } from './limits.js'

// The pattern consumes a whole quoted value, so that a semicolon in the value begins no parameter.
const parameters = /;\s*(?:\([^()]*\)\s*)?([^\s=;"()]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^\s;"]+))/g

/**
 * The value of a parameter of a field such as Content-Type, without decoding. The value may be quoted (RFC 2045, 5.1),
 * and comments are left out. The first parameter of a name counts; null where there is none. `name` is in lower case.
 */
export function readParameter(field: string, name: string): string | null {
  for (const [, found, quoted, token] of field.matchAll(parameters)) {
    if (found?.toLowerCase() === name) return quoted?.replace(/\\(.)/g, '$1') ?? token ?? null
  }
  return null
}

/**
 * The file name of a part: the `filename` of Content-Disposition or the `name` of Content-Type, even if the name is
 * divided and encoded (RFC 2231) or consists of encoded words (RFC 2047). Null where the fields give none.
 */
export async function readFileName(disposition: string, typeField: string): Promise<string | null> {
  if (!/name/i.test(disposition + typeField)) return null
  // The parser treats a part of this type as a file, and so reads both fields.
  const fields = [
    `Content-Type: application/octet-stream${parametersOf(typeField)}`,
    `Content-Disposition: attachment${parametersOf(disposition)}`,
  ]
  const message = await PostalMime.parse(`${fields.join('\n')}\n\n`)
  const name = message.attachments[0]?.filename
  return name ? decodeWords(name) : null
}

// To the parser an empty line ends the header. Each line after it is content, which costs far more than a character.
function parametersOf(field: string): string {
  const start = field.indexOf(';')
  if (start < 0) return ''
  return joinEncodedWords(field.slice(start, start + MAX_NAMING_LENGTH).replaceAll(/[\r\n]+/g, ' '))
}
