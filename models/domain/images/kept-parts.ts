/** The kept bytes of a file: neighbouring ranges are one part, so that there are as many parts as gaps. */
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

  /** Appends bytes that the file does not hold to the bytes kept so far. */
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
