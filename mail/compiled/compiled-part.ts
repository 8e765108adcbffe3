import { fillPieces, type Pieces } from './marks.js'
import { encodePiece, wrapLines } from './quoted-printable.js'

/** One part of a message in quoted-printable: what is the same for all recipients is encoded, and wrapped, already. */
export interface CompiledPart {
  /** Stretches of whole lines, and lines in which something is filled in. */
  stretches: (string | Pieces)[]
  /** Bytes of it before anything is filled in. */
  sizeBytes: number
}

// Beyond it, nodemailer encodes in slices and wraps each of them anew.
const MAX_BYTES = 64 * 1024
const UNWRAPPED = 76

/** Prepares a part; null for one that ends in blanks, which nodemailer wraps in a way of its own. */
export function compilePart(body: Pieces): CompiledPart | null {
  // A message has no empty part. That a line end stands across a placeholder cannot be: no value ends or begins with one.
  const pieces = body.length === 0 ? [' '] : body.map((piece) => (typeof piece === 'string' ? toCrlf(piece) : piece))
  const last = pieces.at(-1)
  if (typeof last === 'string' && /[ \t]$/.test(last) && !isBlank(pieces)) return null
  const encoded = pieces.map((piece, index) =>
    typeof piece === 'string' ? encodePiece(piece, index === pieces.length - 1) : piece,
  )
  const sizeBytes = pieces.reduce<number>(
    (sum, piece) => sum + (typeof piece === 'string' ? Buffer.byteLength(piece) : 0),
    0,
  )
  const isShort = lengthOf(encoded) <= UNWRAPPED
  return { stretches: isShort ? [encoded] : stretchesOf(linesOf(encoded)), sizeBytes }
}

/** The part with its slots filled in, each encoded; null when it becomes too large. */
export function fillPart({ stretches, sizeBytes }: CompiledPart, slots: readonly string[]): string | null {
  const [first] = stretches
  if (stretches.length === 1 && Array.isArray(first)) {
    const whole = fillPieces(first, slots)
    if (whole.length > MAX_BYTES) return null
    return whole.length <= UNWRAPPED ? whole : wrapLines(whole)
  }
  let filled = ''
  let filledIn = 0
  for (const stretch of stretches) {
    if (typeof stretch === 'string') filled += stretch
    else {
      const line = fillPieces(stretch, slots)
      filledIn += line.length
      filled += wrapLines(line)
    }
  }
  return sizeBytes + filledIn > MAX_BYTES ? null : filled
}

function isBlank(pieces: Pieces): boolean {
  return pieces.length === 1 && pieces[0] === ' '
}

function toCrlf(text: string): string {
  return text.replaceAll(/\r\n?|\n/g, '\r\n')
}

function lengthOf(pieces: Pieces): number {
  return pieces.reduce<number>((sum, piece) => sum + (typeof piece === 'string' ? piece.length : 0), 0)
}

function linesOf(pieces: Pieces): Pieces[] {
  const lines: Pieces[] = [[]]
  for (const piece of pieces) {
    const [first, ...more] = typeof piece === 'string' ? piece.split(/(?<=\r\n)/) : [piece]
    if (first !== undefined) lines.at(-1)?.push(first)
    for (const line of more) lines.push([line])
    if (typeof piece === 'string' && piece.endsWith('\r\n')) lines.push([])
  }
  return lines.filter(({ length }) => length > 0)
}

function stretchesOf(lines: Pieces[]): (string | Pieces)[] {
  const stretches: (string | Pieces)[] = []
  for (const line of lines) {
    const isWhole = line.every((piece) => typeof piece === 'string')
    const last = stretches.at(-1)
    if (!isWhole) stretches.push(line)
    else if (typeof last === 'string') stretches[stretches.length - 1] = last + wrapLines(line.join(''))
    else stretches.push(wrapLines(line.join('')))
  }
  return stretches
}
