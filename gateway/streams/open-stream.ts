import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { ByteReservation } from '../memory/byte-budget.js'
import type { StreamClient } from './stream-client.js'
import { TransferMeter } from './transfer-meter.js'

// Small enough to see whether a slow client takes bytes; a piece is a view of its part, and costs no memory.
const PIECE_BYTES = 16_384

const KEPT_MS = 20_000

/** What a stream reads: parts of at most `partBytes`. */
export interface StreamSource {
  /** The bytes of all parts; null if unknown. */
  size: number | null
  partBytes: number
  read(): Promise<AsyncIterable<Uint8Array>>
}

/** One answer that a client is loading. It holds a part that waits for the client, and the part that is read next. */
export class OpenStream {
  readonly client: StreamClient
  readonly #reservation: ByteReservation
  readonly #res: ServerResponse
  readonly #now: () => number
  readonly #meter = new TransferMeter(KEPT_MS)
  readonly #openedMs: number
  #readable: Readable | null = null
  #waitsForClient = false

  constructor(client: StreamClient, reservation: ByteReservation, res: ServerResponse, now: () => number) {
    this.client = client
    this.#reservation = reservation
    this.#res = res
    this.#now = now
    this.#openedMs = now()
  }

  /** The stream of the parts, of which only as many are read as the client takes. */
  start(parts: AsyncIterable<Uint8Array>, { size, partBytes }: StreamSource): Readable {
    const readable = Readable.from(this.#pieces(parts, size ?? Infinity, partBytes), { objectMode: false })
    // An error of a stream without a listener would end the process, and this stream may have no reader any more.
    readable.on('error', () => undefined)
    this.#readable = readable
    return readable
  }

  /** Breaks the answer off, so that the client does not take a part for the whole. */
  end(reason: string): void {
    this.#readable?.destroy(new Error(reason))
    this.#res.destroy()
    this.#reservation.release()
  }

  /** The time since the stream was opened. */
  get ageMs(): number {
    return this.#now() - this.#openedMs
  }

  /** The bytes that the client took in the last `ms`, at most 20 s; its connection may still hold some of them. */
  takenIn(ms: number): number {
    return this.#meter.takenIn(ms, this.#now())
  }

  /** Whether the client could take bytes, and does not; false while a part is being read. */
  get waitsForClient(): boolean {
    return this.#waitsForClient
  }

  async *#pieces(source: AsyncIterable<Uint8Array>, size: number, partBytes: number): AsyncGenerator<Uint8Array> {
    const parts = source[Symbol.asyncIterator]()
    const readNext = (): Promise<IteratorResult<Uint8Array>> => {
      const next = parts.next()
      // The error is thrown where the part is taken.
      next.catch(() => undefined)
      return next
    }
    let left = size
    try {
      for (let part = await parts.next(); !part.done;) {
        left -= part.value.length
        const next = readNext()
        this.#reservation.shrinkTo(part.value.length + Math.max(0, Math.min(left, partBytes)))
        yield* this.#metered(part.value)
        this.#waitsForClient = false
        part = await next
      }
    } finally {
      // The last bytes wait in the connection.
      this.#waitsForClient = true
      await parts.return?.()
    }
  }

  *#metered(part: Uint8Array): Generator<Uint8Array> {
    for (let at = 0; at < part.length; at += PIECE_BYTES) {
      const piece = part.subarray(at, at + PIECE_BYTES)
      this.#waitsForClient = true
      yield piece
      this.#meter.add(piece.length, this.#now())
    }
  }
}
