import { randomBytes } from 'node:crypto'
import type { RecipientLinks } from '../../recipient-links.js'

/** A text with places in it that are filled in for each recipient, named by their slots. */
export type Pieces = (string | number)[]

// Unknown to everybody outside, so that no template can hold a mark of its own making.
const SECRET = randomBytes(8).toString('hex')
const TOKEN_LENGTH = 102

/** Where the token of a recipient's links goes. */
export const TOKEN_SLOT = 0

/** Stands for the token of a recipient's links: as long, and of the same characters. */
export const TOKEN_MARK = `T${SECRET}`.repeat(TOKEN_LENGTH).slice(0, TOKEN_LENGTH)

const MARK = new RegExp(`M${SECRET}S(\\d+)E|${TOKEN_MARK}`, 'g')

/** Stands for what fills a slot: a word like any other. */
export function markOf(slot: number): string {
  return `M${SECRET}S${slot}E`
}

/** The links of a recipient who is nobody yet; `gatewayUrl` is an origin. */
export function markedLinks(gatewayUrl: string): RecipientLinks {
  return {
    unsubscribeUrl: `${gatewayUrl}/unsubscribe/${TOKEN_MARK}`,
    subscribeUrl: `${gatewayUrl}/subscribe/${TOKEN_MARK}`,
    manageUrl: `${gatewayUrl}/manage/${TOKEN_MARK}`,
  }
}

/** Whether a text has a mark in it. */
export function hasMark(text: string): boolean {
  return text.includes(SECRET)
}

/** Takes a text apart at its marks. */
export function cutAtMarks(text: string): Pieces {
  const pieces: Pieces = []
  let from = 0
  for (const { 0: mark, 1: slot, index } of text.matchAll(MARK)) {
    if (index > from) pieces.push(text.slice(from, index))
    pieces.push(slot === undefined ? TOKEN_SLOT : Number(slot))
    from = index + mark.length
  }
  if (from < text.length) pieces.push(text.slice(from))
  return pieces
}

/** The slots of the marks in a text, in their order. */
export function slotsIn(text: string): number[] {
  return cutAtMarks(text).filter((piece) => typeof piece === 'number')
}

/** The text with its slots filled in. */
export function fillPieces(pieces: Pieces, slots: readonly string[]): string {
  let text = ''
  for (const piece of pieces) text += typeof piece === 'string' ? piece : (slots[piece] ?? '')
  return text
}
