/** The kept bytes of a file. Adjacent ranges become one part. */
export class KeptParts {
  readonly #bytes: Uint8Array
  readonly #parts: Uint8Array[] = []
  #from = 0
  #to = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** Keeps the bytes of the file from one offset up to another. */
  keep(from: number, to: number): void {
    if (from !== this.#to) {
      this.#close()
      this.#from = from
    }
    this.#to = to
  }

  /** Adds bytes that are not in the file after the bytes kept so far. */
  add(bytes: Uint8Array): void {
    this.#close()
    this.#from = this.#to
    this.#parts.push(bytes)
  }

  /** All parts in their order. No further bytes may be kept after this call. */
  end(): Uint8Array[] {
    this.#close()
    return this.#parts
  }

  #close(): void {
    if (this.#to > this.#from) this.#parts.push(this.#bytes.subarray(this.#from, this.#to))
  }
}
