import type { CompiledBodies } from './compile-bodies.js'
import { plainText } from './plain-value.js'
import { createTrackingTokens, type TrackedMessage } from '../links/tracking-tokens.js'
import { encodeBody, encodeValue } from './quoted-printable.js'
import { fillPieces } from './sentinels.js'
import type { EncryptionKeys } from '../../runtime/encryption-keys.js'

/** The bodies of all recipients whose documents differ in plain values alone. */
export interface Variant {
  offersUnsubscribe: boolean
  /** Both bodies for one recipient, in quoted-printable. */
  bodiesFor(recipient: Recipient): { html: string; text: string }
}

/** The values for one recipient's bodies. */
export interface Recipient {
  message: TrackedMessage
  /** The token of the recipient's links. */
  token: string
  /** A value for each placeholder, escaped for HTML. */
  plain: string[]
}

const NO_TOKENS = { open: '', clicks: [] }

/** Encodes compiled bodies, so that a recipient's values are all that is left to encode. */
export function createVariant(
  bodies: CompiledBodies,
  { encryptionKeys, isTracked }: { encryptionKeys: EncryptionKeys; isTracked: boolean },
): Variant {
  const html = encodeBody(bodies.html)
  const text = encodeBody(bodies.text)
  const targets = bodies.clicks.map(({ target }) => target)
  const tokensOf = createTrackingTokens(encryptionKeys).forMessages(targets)
  return {
    offersUnsubscribe: bodies.offersUnsubscribe,
    bodiesFor({ message, token, plain }) {
      const values = plain.map(encodeValue)
      const texts = plain.map((value, index) =>
        value.includes('&') ? encodeValue(plainText(value)) : (values[index] ?? ''),
      )
      const { open, clicks } = isTracked ? tokensOf(message) : NO_TOKENS
      const encodedToken = encodeValue(token)
      return {
        html: fillPieces(html, [encodedToken, ...values, ...[open, ...clicks].map(encodeValue)]),
        text: fillPieces(text, [encodedToken, ...texts]),
      }
    },
  }
}
