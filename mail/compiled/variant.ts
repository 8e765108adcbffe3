import type { LinkParameter } from '../../models/domain/utm.js'
import { isTrackable } from '../links/track-links.js'
import { createTrackingTokens, packMessage, type TrackedMessage } from '../links/tracking-tokens.js'
import { encodeValue, type EncodedBodies } from '../mime/quoted-printable.js'
import type { EncryptionKeys } from '../../runtime/encryption-keys.js'
import type { CompiledBodies } from './compile-bodies.js'
import { encodeBody } from './encode-body.js'
import { isShownAsCompiled } from './compiled-link.js'
import { shownInAddress } from '../rendering/shown-address.js'
import { fillAddresses } from './fill-addresses.js'
import { fillFields, hasFields, type CompiledText } from './compiled-text.js'

/** A compiled body for all recipients whose documents differ only in plain values. */
export interface Variant {
  offersUnsubscribe: boolean
  /** The memory that the variant takes. */
  sizeBytes: number
  /** Both bodies for one recipient; null where a value changes the kind of a link. */
  bodiesFor(recipient: Recipient): EncodedBodies | null
}

/** The values for one recipient's bodies. */
export interface Recipient {
  message: TrackedMessage
  /** By field: the token of the recipient's links, and the plain values, escaped for HTML. */
  values: readonly string[]
  /** The parameters that the recipient's links get. */
  parameters: readonly LinkParameter[]
}

// The cost besides the characters of the parts.
const VARIANT_BYTES = 1_024
const PART_BYTES = 32

/** Encodes compiled bodies, so that only the values of a recipient remain to be encoded. */
export function createVariant(
  bodies: CompiledBodies,
  { encryptionKeys, isTracked }: { encryptionKeys: EncryptionKeys; isTracked: boolean },
): Variant {
  const { html, text, addresses, parameters: fixed, pixelField, targets, webAddresses, links } = bodies
  const [encodedHtml, encodedText] = [encodeBody(html), encodeBody(text)]
  const hasAddresses = text.some((item) => typeof item === 'number' && item >= pixelField)
  const tokensOf = isTracked ? tokensFor(targets, encryptionKeys) : () => []
  return {
    offersUnsubscribe: bodies.offersUnsubscribe,
    sizeBytes: [encodedHtml, encodedText, ...targets, ...addresses].reduce(
      (sum, body) => sum + sizeOf(body),
      VARIANT_BYTES,
    ),
    bodiesFor({ message, values: own, parameters }) {
      const filled = fillAddresses(addresses, own, fixed ?? parameters)
      if (filled === null) return null
      const { values, texts } = filled
      if (!webAddresses.every((address) => isTrackable(fillFields(address, texts)))) return null
      if (!links.every((link) => isShownAsCompiled(link, texts))) return null
      const encoded = values.map(encodeValue)
      const encodedTexts = texts.map((value, field) =>
        value === values[field] ? (encoded[field] ?? '') : encodeValue(value),
      )
      if (hasAddresses) encodedTexts.push(...texts.map((value) => encodeValue(shownInAddress(value))))
      const tokens = tokensOf(message, texts).map(encodeValue)
      return { html: fillFields(encodedHtml, [...encoded, ...tokens]), text: fillFields(encodedText, encodedTexts) }
    },
  }
}

/** Makes the tokens of a message: first the pixel's, then one for each link. */
function tokensFor(
  targets: CompiledText[],
  encryptionKeys: EncryptionKeys,
): (message: TrackedMessage, texts: readonly string[]) => string[] {
  const tokens = createTrackingTokens(encryptionKeys)
  const links = [[''], ...targets].map((target) =>
    hasFields(target) ? target : tokens.forLink(fillFields(target, [])),
  )
  return (message, texts) => {
    const packed = packMessage(message)
    return links.map((link) =>
      typeof link === 'function' ? link(packed) : tokens.forClick(message, fillFields(link, texts)),
    )
  }
}

function sizeOf(text: CompiledText): number {
  // Encoded text is ASCII: a character is a byte.
  return text.reduce<number>((sum, item) => sum + PART_BYTES + (typeof item === 'string' ? item.length : 0), 0)
}
