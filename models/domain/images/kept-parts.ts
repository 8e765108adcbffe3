/** The bytes of a file that are kept: neighbouring ranges are one part, so that there are as many parts as gaps. */
export class KeptParts {
  readonly #bytes: Uint8Array
  readonly #parts: Uint8Array[] = []
  #from = 0
  #to = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** Keeps the bytes of the file from an offset on, up to another one. */
  keep(from: number, to: number): void {
    if (from !== this.#to) {
      this.#close()
      this.#from = from
    }
    this.#to = to
  }

  /** Puts bytes that the file does not hold behind those that were kept so far. */
  add(bytes: Uint8Array): void {
    this.#close()
    this.#from = this.#to
    this.#parts.push(bytes)
  }

  /** All parts in their order. Nothing may be kept after it. */
  end(): Uint8Array[] {
    this.#close()
    return this.#parts
  }

  #close(): void {
    if (this.#to > this.#from) this.#parts.push(this.#bytes.subarray(this.#from, this.#to))
  }
}
