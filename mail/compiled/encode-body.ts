import { encodeText } from '../mime/quoted-printable.js'
import type { Pieces } from './sentinels.js'

const SOFT_BREAK = '=\r\n'

/**
 * A body in quoted-printable, to be filled with values from `encodeValue`. A soft line break separates every value from
 * the rest of its line, so that filling a body in is concatenation alone.
 */
export function encodeBody(body: Pieces): Pieces {
  return body.flatMap((piece, index) => {
    const next = body[index + 1]
    const isEndOfLine = next === undefined || /[\r\n]$/.test(String(piece)) || /^[\r\n]/.test(String(next))
    const encoded = typeof piece === 'string' ? encodeText(piece) : piece
    return isEndOfLine ? [encoded] : [encoded, SOFT_BREAK]
  })
}
