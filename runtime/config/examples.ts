// The fewest different characters. Only one of a billion random hexadecimal secrets of 32 characters has fewer.
const LEAST_VARIETY = 8
// Shorter words occur in random base64 by chance.
const WORDS_OF_EXAMPLES =
  /change.?me|change.?this|secret|example|password|replace|placeholder|default|posthorn|insecure/i
const GUESSABLE =
  /^(?:(?:change.?me|secret|password|passw0rd|example|posthorn|admin|root|test|guest|embedded|user)\d*)$/i

/** Whether a key or secret of at least 32 characters was plainly not drawn at random. */
export function looksLikeExample(secret: string): boolean {
  return (
    new Set(secret).size < LEAST_VARIETY ||
    isRepeated(secret) ||
    WORDS_OF_EXAMPLES.test(secret) ||
    isEvenlySpaced(secret)
  )
}

/** Whether a password, of any length, is one that examples use. */
export function isGuessable(password: string): boolean {
  return GUESSABLE.test(password)
}

/** Whether a text repeats a shorter text: only then the doubled text contains it at a place other than its ends. */
function isRepeated(text: string): boolean {
  return (text + text).indexOf(text, 1) < text.length
}

/** Whether the bytes of a hexadecimal key count up or down, as in the keys of documents and tests: 000102…1f. */
function isEvenlySpaced(secret: string): boolean {
  const bytes = Buffer.from(secret, 'hex')
  if (bytes.length * 2 !== secret.length) return false
  const steps = new Set(bytes.subarray(1).map((byte, index) => byte - (bytes[index] ?? 0)))
  return steps.size === 1
}
