import { Duplex, Readable } from 'node:stream'

const PIECE_BYTES = 16 << 10
const CR = 0x0d
const LF = 0x0a
const DOT = 0x2e
const EXTRA_DOT = Buffer.from('.')
const LINE_END = Buffer.from('\r\n')
const END = Buffer.from('.\r\n')

/**
 * A message for the pool. The library's own stream reads the content ahead, and so hides how
 * much of it went out; this one is read only once the server asked for it, in pieces, so that the last of them is not
 * read before the connection has taken most of those before it.
 */
export class MessageStream extends Readable {
  readonly #content: Buffer
  #at = 0

  constructor(content: Buffer) {
    super({ highWaterMark: PIECE_BYTES })
    this.#content = content
  }

  override _read(): void {
    const piece = this.#content.subarray(this.#at, (this.#at += PIECE_BYTES))
    this.push(piece.length > 0 ? piece : null)
  }

  /** Whether all of it was given to the connection. */
  get isGiven(): boolean {
    return this.readableEnded || this.#at > this.#content.length
  }

  /**
   * What is one piece goes as one, together with its end: the library's stream looks at each byte by itself and writes
   * the end apart, which costs half as much again as all else of the conversation.
   */
  override pipe<T extends NodeJS.WritableStream>(target: T, options?: { end?: boolean }): T {
    const data = this.#content.length <= PIECE_BYTES && target instanceof Duplex ? asData(this.#content) : null
    if (!data || !(target instanceof Duplex)) return super.pipe(target, options)
    this.#at = PIECE_BYTES + 1
    target.push(data)
    target.push(null)
    return target
  }
}

/**
 * A message as it stands after DATA: dots doubled that begin a line, and its end (RFC 5321, 4.5.2). Null where a line
 * ends in anything but CR LF, which has to be mended, or else servers may disagree about where the message ends.
 */
function asData(content: Buffer): Buffer | null {
  const pieces: Buffer[] = content[0] === DOT ? [EXTRA_DOT] : []
  let lines = 0
  let from = 0
  for (let at = content.indexOf(LF); at >= 0; at = content.indexOf(LF, at + 1)) {
    if (content[at - 1] !== CR) return null
    lines += 1
    if (content[at + 1] !== DOT) continue
    pieces.push(content.subarray(from, at + 1), EXTRA_DOT)
    from = at + 1
  }
  if (lines !== countOf(content, CR)) return null
  pieces.push(content.subarray(from))
  return Buffer.concat(content.at(-1) === LF ? [...pieces, END] : [...pieces, LINE_END, END])
}

function countOf(content: Buffer, byte: number): number {
  let count = 0
  for (let at = content.indexOf(byte); at >= 0; at = content.indexOf(byte, at + 1)) count += 1
  return count
}
