import { takeRandomBytes } from '../../runtime/random-bytes.js'

/** A text in pieces: strings as they are, and numbers for the slots that each recipient's values fill. */
export type Pieces = (string | number)[]

const SECRET_BYTES = 8
const TOKEN_LENGTH = 102

/** The slot of the token of a recipient's links. */
export const TOKEN_SLOT = 0

/** A secret for sentinels. Templates cannot contain a sentinel of their own, because their authors do not know it. */
export function newSecret(): string {
  return takeRandomBytes(SECRET_BYTES).toString('hex')
}

/** Sentinels: unique words in a body, which show where the values of its slots stand once the body is finished. */
export class Sentinels {
  /** The sentinel of `TOKEN_SLOT`: as long as a token, and of the same characters. */
  readonly token: string
  readonly secret: string
  private readonly pattern: RegExp

  constructor(secret: string) {
    this.secret = secret
    this.token = `T${secret}`.repeat(TOKEN_LENGTH).slice(0, TOKEN_LENGTH)
    // linear: words of a fixed length, and one run of digits between them.
    this.pattern = new RegExp(`M${secret}S(\\d+)E|${this.token}`, 'g')
  }

  /** The sentinel of a slot: to a reader of HTML, a word like any other. */
  of(slot: number): string {
    return `M${this.secret}S${slot}E`
  }

  /** Whether a text contains a sentinel. */
  occurIn(text: string): boolean {
    return text.includes(this.secret)
  }

  /** Splits a text at its sentinels. */
  split(text: string): Pieces {
    const pieces: Pieces = []
    let from = 0
    for (const { 0: sentinel, 1: slot, index } of text.matchAll(this.pattern)) {
      if (index > from) pieces.push(text.slice(from, index))
      pieces.push(slot === undefined ? TOKEN_SLOT : Number(slot))
      from = index + sentinel.length
    }
    if (from < text.length) pieces.push(text.slice(from))
    return pieces
  }

  /** The slots of the sentinels in a text, in their order. */
  slotsIn(text: string): number[] {
    return this.split(text).filter((piece) => typeof piece === 'number')
  }
}

/** Whether a text has slots. */
export function hasSlots(pieces: Pieces): boolean {
  return pieces.some((piece) => typeof piece === 'number')
}

/** The text with a value in each slot. */
export function fillPieces(pieces: Pieces, values: readonly string[]): string {
  let text = ''
  for (const piece of pieces) text += typeof piece === 'string' ? piece : (values[piece] ?? '')
  return text
}
