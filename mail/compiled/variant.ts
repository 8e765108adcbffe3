import type { CompiledBodies } from './compile-bodies.js'
import { plainText } from './plain-value.js'
import { createTrackingTokens, type TrackedMessage } from '../links/tracking-tokens.js'
import { compilePart, fillPart } from './compiled-part.js'
import { encodeValue } from './quoted-printable.js'

/** The bodies of all recipients whose documents differ by nothing but plain values. */
export interface Variant {
  linksOut: boolean
  /** Encoded; null when they become too large. */
  bodiesFor(recipient: Recipient): { html: string; text: string } | null
}

/** What a variant is filled in with; `token` is that of the recipient's links, and `plain` has a place for each placeholder. */
export interface Recipient {
  message: TrackedMessage
  token: string
  plain: string[]
}

/** What to fill in, of compiled bodies; null where they end in a way that is not prepared for. */
export function createVariant(
  bodies: CompiledBodies,
  { encryptionKey, isTracked }: { encryptionKey: string; isTracked: boolean },
): Variant | null {
  const html = compilePart(bodies.html)
  const text = compilePart(bodies.text)
  if (!html || !text) return null
  const targets = bodies.clicks.map(({ target }) => target)
  const tokensOf = createTrackingTokens(encryptionKey).forMessages(targets)
  return {
    linksOut: bodies.linksOut,
    bodiesFor({ message, token, plain }) {
      const values = plain.map(encodeValue)
      const texts = plain.map((value, index) =>
        value.includes('&') ? encodeValue(plainText(value)) : (values[index] ?? ''),
      )
      const { open, clicks } = isTracked ? tokensOf(message) : NO_TOKENS
      const filledHtml = fillPart(html, [token, ...values, open, ...clicks])
      const filledText = fillPart(text, [token, ...texts])
      return filledHtml === null || filledText === null ? null : { html: filledHtml, text: filledText }
    },
  }
}

const NO_TOKENS = { open: '', clicks: [] }
