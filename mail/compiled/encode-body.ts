import { encodeText } from '../mime/quoted-printable.js'
import type { CompiledText } from './compiled-text.js'

const SOFT_BREAK = '=\r\n'

/**
 * Encodes a body in quoted-printable, for values from `encodeValue`. A soft line break separates every field from the
 * rest of its line, so that filling in the fields is mere concatenation.
 */
export function encodeBody(body: CompiledText): CompiledText {
  return body.flatMap((item, index) => {
    const next = body[index + 1]
    const isEndOfLine = next === undefined || /[\r\n]$/.test(String(item)) || /^[\r\n]/.test(String(next))
    const encoded = typeof item === 'string' ? encodeText(item) : item
    return isEndOfLine ? [encoded] : [encoded, SOFT_BREAK]
  })
}
