import { takeRandomBytes } from '../../runtime/random-bytes.js'
import { TOKEN_FIELD, type CompiledText } from './compiled-text.js'

const SECRET_BYTES = 8
const TOKEN_LENGTH = 102

/** A secret for markers. No template contains a marker, because its author does not know the secret. */
export function newSecret(): string {
  return takeRandomBytes(SECRET_BYTES).toString('hex')
}

/** Markers: unique words that hold the places of the fields in a body until the body is finished. */
export class Markers {
  /** The marker of `TOKEN_FIELD`: it is as long as a token and has the same characters. */
  readonly token: string
  readonly secret: string
  private readonly pattern: RegExp

  constructor(secret: string) {
    this.secret = secret
    this.token = `T${secret}`.repeat(TOKEN_LENGTH).slice(0, TOKEN_LENGTH)
    // linear: words of a fixed length, and one run of digits between them.
    this.pattern = new RegExp(`M${secret}S(\\d+)E|${this.token}`, 'g')
  }

  /** The marker of a field: to a reader of HTML, a word like any other. */
  of(field: number): string {
    return field === TOKEN_FIELD ? this.token : `M${this.secret}S${field}E`
  }

  /** Whether a text contains a marker. */
  occurIn(text: string): boolean {
    return text.includes(this.secret)
  }

  /** Splits a text at its markers. */
  split(text: string): CompiledText {
    const items: CompiledText = []
    let from = 0
    for (const { 0: marker, 1: field, index } of text.matchAll(this.pattern)) {
      if (index > from) items.push(text.slice(from, index))
      items.push(field === undefined ? TOKEN_FIELD : Number(field))
      from = index + marker.length
    }
    if (from < text.length) items.push(text.slice(from))
    return items
  }

  /** The fields whose markers a text contains, in their order. */
  fieldsIn(text: string): number[] {
    return this.split(text).filter((item) => typeof item === 'number')
  }
}
