import { isTrackable } from '../links/track-links.js'
import { createTrackingTokens, packMessage, type TrackedMessage } from '../links/tracking-tokens.js'
import { encodeValue, type EncodedBodies } from '../mime/quoted-printable.js'
import type { EncryptionKeys } from '../../runtime/encryption-keys.js'
import type { CompiledBodies } from './compile-bodies.js'
import { encodeBody } from './encode-body.js'
import { isShownAsCompiled } from './link-slots.js'
import { shownInAddress } from '../rendering/shown-address.js'
import { plainText } from './plain-value.js'
import { fillPieces, hasSlots, type Pieces } from './sentinels.js'

/** The bodies of all recipients whose documents differ in plain values alone. */
export interface Variant {
  offersUnsubscribe: boolean
  /** The cost of keeping it, in bytes. */
  sizeBytes: number
  /** Both bodies for one recipient; null where a value makes a link another kind of link. */
  bodiesFor(recipient: Recipient): EncodedBodies | null
}

/** The values for one recipient's bodies. */
export interface Recipient {
  message: TrackedMessage
  /** By slot: the token of the recipient's links, and the values of the placeholders, escaped for HTML. */
  values: readonly string[]
}

// Besides the characters of its pieces.
const VARIANT_BYTES = 1_024
const PIECE_BYTES = 32

/** Encodes compiled bodies, so that a recipient's values are all that is left to encode. */
export function createVariant(
  { html, text, openSlot, targets, webAddresses, links, offersUnsubscribe }: CompiledBodies,
  { encryptionKeys, isTracked }: { encryptionKeys: EncryptionKeys; isTracked: boolean },
): Variant {
  const [encodedHtml, encodedText] = [encodeBody(html), encodeBody(text)]
  const hasAddresses = text.some((piece) => typeof piece === 'number' && piece >= openSlot)
  const tokensOf = isTracked ? tokensFor(targets, encryptionKeys) : () => []
  return {
    offersUnsubscribe,
    sizeBytes: [encodedHtml, encodedText, ...targets].reduce((sum, pieces) => sum + sizeOf(pieces), VARIANT_BYTES),
    bodiesFor({ message, values }) {
      const texts = values.map(plainText)
      if (!webAddresses.every((address) => isTrackable(fillPieces(address, texts)))) return null
      if (!links.every((link) => isShownAsCompiled(link, texts))) return null
      const encoded = values.map(encodeValue)
      const encodedTexts = texts.map((value, slot) =>
        value === values[slot] ? (encoded[slot] ?? '') : encodeValue(value),
      )
      if (hasAddresses) encodedTexts.push(...texts.map((value) => encodeValue(shownInAddress(value))))
      const tokens = tokensOf(message, texts).map(encodeValue)
      return { html: fillPieces(encodedHtml, [...encoded, ...tokens]), text: fillPieces(encodedText, encodedTexts) }
    },
  }
}

/** Makes the tokens of a message, for its pixel and then for each of its links. */
function tokensFor(
  targets: Pieces[],
  encryptionKeys: EncryptionKeys,
): (message: TrackedMessage, texts: readonly string[]) => string[] {
  const tokens = createTrackingTokens(encryptionKeys)
  const links = [[''], ...targets].map((target) => (hasSlots(target) ? target : tokens.forLink(fillPieces(target, []))))
  return (message, texts) => {
    const packed = packMessage(message)
    return links.map((link) =>
      typeof link === 'function' ? link(packed) : tokens.forClick(message, fillPieces(link, texts)),
    )
  }
}

function sizeOf(pieces: Pieces): number {
  // Encoded pieces are ASCII: a character is a byte.
  return pieces.reduce<number>((sum, piece) => sum + PIECE_BYTES + (typeof piece === 'string' ? piece.length : 0), 0)
}
