import { isUtf8 } from 'node:buffer'

const LONGEST = 4

/** Checks that bytes which arrive in parts are UTF-8, although a part may end within a character. */
export class Utf8Check {
  #cut: Buffer = Buffer.alloc(0)

  /** Whether the bytes so far are the beginning of a text in UTF-8. */
  add(part: Buffer): boolean {
    const bytes = this.#cut.length > 0 ? Buffer.concat([this.#cut, part]) : part
    const end = endOfCharacters(bytes)
    this.#cut = Buffer.from(bytes.subarray(end))
    return isUtf8(bytes.subarray(0, end))
  }

  /** Whether the last part ends with a whole character. */
  get isWhole(): boolean {
    return this.#cut.length === 0
  }
}

/** Where the last whole character ends, as its first byte tells (RFC 3629 3). */
function endOfCharacters(bytes: Buffer): number {
  for (let back = 1; back < LONGEST && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) break
    if (byte < 0xc0) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return length > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}
