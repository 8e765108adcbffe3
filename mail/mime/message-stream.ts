import { Duplex, Readable } from 'node:stream'

const PIECE_BYTES = 16 << 10
const CR = 0x0d
const LF = 0x0a
const DOT = 0x2e
const EXTRA_DOT = Buffer.from('.')
const LINE_END = Buffer.from('\r\n')
const END = Buffer.from('.\r\n')

/**
 * A message for the pool. The library's own stream reads the content ahead and so hides how much of it went out. This
 * stream is read once the server asks for the message, in pieces: the connection has taken most of the message before
 * the last piece is read.
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

  /** Whether the whole message was given to the connection. */
  get isGiven(): boolean {
    return this.readableEnded || this.#at > this.#content.length
  }

  /**
   * Writes a message of one piece in one go, together with its end. The library's stream looks at every byte and writes
   * the end separately, which adds half to the cost of the whole conversation.
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
 * A message as it is sent after DATA: with a second dot before a dot that begins a line, and with its end (RFC 5321,
 * 4.5.2). Null where a line ends in anything but CR LF: such lines need correction, because servers may disagree about
 * where the message ends.
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
