import { encode, wrap } from 'nodemailer/lib/qp'
import type { Pieces } from './sentinels.js'

// RFC 2045, 6.7, allows 76 characters, of which one is left for the soft line break behind them.
const LINE_LENGTH = 75
const SOFT_BREAK = '=\r\n'

/**
 * A body in quoted-printable, to be filled with values from `encodeValue`. A soft line break separates every value from
 * the rest of its line, so that filling a body in is concatenation alone.
 */
export function encodeBody(body: Pieces): Pieces {
  // The composer leaves out an empty part, but every message has both.
  const pieces = body.length === 0 ? [' '] : body
  return pieces.flatMap((piece, index) => {
    const next = pieces[index + 1]
    const isEndOfLine = next === undefined || /[\r\n]$/.test(String(piece)) || /^[\r\n]/.test(String(next))
    const encoded = typeof piece === 'string' ? encodeLines(piece) : piece
    return isEndOfLine ? [encoded] : [encoded, SOFT_BREAK]
  })
}

/** A value in quoted-printable, for a place between two soft line breaks. */
export function encodeValue(value: string): string {
  const encoded = /^[\x20-\x3c\x3e-\x7e]*$/.test(value) ? value : encode(value)
  return encoded.length <= LINE_LENGTH ? encoded : wrap(encoded, LINE_LENGTH)
}

function encodeLines(text: string): string {
  return wrap(encode(text.replaceAll(/\r\n?|\n/g, '\r\n')), LINE_LENGTH)
}
