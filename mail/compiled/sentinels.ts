import { randomBytes } from 'node:crypto'

/** A text with places in it that are filled in for each recipient, named by their slots. */
export type Pieces = (string | number)[]

const SECRET_BYTES = 8
const TOKEN_LENGTH = 102

/** Where the token of a recipient's links goes. */
export const TOKEN_SLOT = 0

/** A secret for sentinels: unknown to everybody outside, so that no template can hold a mark of its own making. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('hex')
}

/** What stands in a text for what is filled in. */
export class Sentinels {
  /** Stands for the token of a recipient's links: as long, and of the same characters. */
  readonly token: string
  private readonly secret: string
  private readonly pattern: RegExp

  constructor(secret: string) {
    this.secret = secret
    this.token = `T${secret}`.repeat(TOKEN_LENGTH).slice(0, TOKEN_LENGTH)
    this.pattern = new RegExp(`M${secret}S(\\d+)E|${this.token}`, 'g')
  }

  /** Stands for what fills a slot: a word like any other. */
  of(slot: number): string {
    return `M${this.secret}S${slot}E`
  }

  /** Whether a text has a mark in it. */
  occurIn(text: string): boolean {
    return text.includes(this.secret)
  }

  /** Takes a text apart at its sentinels. */
  split(text: string): Pieces {
    const pieces: Pieces = []
    let from = 0
    for (const { 0: mark, 1: slot, index } of text.matchAll(this.pattern)) {
      if (index > from) pieces.push(text.slice(from, index))
      pieces.push(slot === undefined ? TOKEN_SLOT : Number(slot))
      from = index + mark.length
    }
    if (from < text.length) pieces.push(text.slice(from))
    return pieces
  }

  /** The slots of the sentinels in a text, in their order. */
  slotsIn(text: string): number[] {
    return this.split(text).filter((piece) => typeof piece === 'number')
  }
}

/** The text with its slots filled in. */
export function fillPieces(pieces: Pieces, slots: readonly string[]): string {
  let text = ''
  for (const piece of pieces) text += typeof piece === 'string' ? piece : (slots[piece] ?? '')
  return text
}
