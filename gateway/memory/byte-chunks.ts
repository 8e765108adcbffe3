const MAX_LOOSE = 1_024
const SMALL_BYTES = 1_024 * 1_024

/**
 * Collects the chunks of a body or message. A chunk costs some 190 bytes of memory in addition to its content, so that
 * a body in chunks of one byte would take two hundred times its size. Many small chunks are therefore joined as they
 * arrive.
 */
export class ByteChunks {
  readonly #joined: Buffer[] = []
  #loose: Buffer[] = []
  #looseBytes = 0

  add(chunk: Buffer): void {
    this.#loose.push(chunk)
    this.#looseBytes += chunk.length
    if (this.#loose.length === MAX_LOOSE) this.#join()
  }

  /** Returns all bytes so far, and drops them. */
  take(): Buffer {
    const body = Buffer.concat([...this.#joined, ...this.#loose])
    this.drop()
    return body
  }

  /** Drops all bytes. */
  drop(): void {
    this.#joined.length = 0
    this.#loose = []
    this.#looseBytes = 0
  }

  #join(): void {
    if (this.#looseBytes < SMALL_BYTES) this.#joined.push(Buffer.concat(this.#loose))
    else this.#joined.push(...this.#loose)
    this.#loose = []
    this.#looseBytes = 0
  }
}
