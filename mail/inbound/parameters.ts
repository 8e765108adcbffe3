import PostalMime, { decodeWords } from 'postal-mime'
import { joinEncodedWords } from './encoded-words.js'
import { MAX_NAMING_LENGTH } from './limits.js'

// A quoted value is consumed whole, so that a semicolon in it begins no parameter.
const parameters = /;\s*(?:\([^()]*\)\s*)?([^\s=;"()]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^\s;"]+))/g

/**
 * A parameter of a field such as Content-Type, as it stands: quoted or not (RFC 2045, 5.1), comments left out. The
 * first one of a name counts; null for a missing one. `name` is in lower case.
 */
export function readParameter(field: string, name: string): string | null {
  for (const [, found, quoted, token] of field.matchAll(parameters)) {
    if (found?.toLowerCase() === name) return quoted?.replace(/\\(.)/g, '$1') ?? token ?? null
  }
  return null
}

/**
 * The file name of a part: the `filename` of Content-Disposition or the `name` of Content-Type, also split and encoded
 * (RFC 2231) or as encoded words (RFC 2047). Null where neither is given.
 */
export async function readFileName(disposition: string, typeField: string): Promise<string | null> {
  if (!/name/i.test(disposition + typeField)) return null
  // A part of this type is always a file for the parser, so that it reads both fields.
  const fields = [
    `Content-Type: application/octet-stream${parametersOf(typeField)}`,
    `Content-Disposition: attachment${parametersOf(disposition)}`,
  ]
  const message = await PostalMime.parse(`${fields.join('\n')}\n\n`)
  const name = message.attachments[0]?.filename
  return name ? decodeWords(name) : null
}

function parametersOf(field: string): string {
  const start = field.indexOf(';')
  return start < 0 ? '' : joinEncodedWords(field.slice(start, start + MAX_NAMING_LENGTH))
}
