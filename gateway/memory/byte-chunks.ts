const MAX_LOOSE = 1_024
const SMALL_BYTES = 1_024 * 1_024

/**
 * Collects the chunks of a body or message. A chunk costs some 190 bytes of memory beside its own, so that a body in chunks of one
 * byte would take two hundred times its size: many small chunks are joined as they come.
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

  /** All bytes so far, which are no longer kept here. */
  take(): Buffer {
    const body = Buffer.concat([...this.#joined, ...this.#loose])
    this.drop()
    return body
  }

  /** Lets all bytes go. */
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
