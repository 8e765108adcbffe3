// Random secrets of 32 characters have more: of hexadecimal ones, fewer than eight come once in a billion.
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

/** Whether a password, of whatever length its server asks for, is one of those in examples. */
export function isGuessable(password: string): boolean {
  return GUESSABLE.test(password)
}

/** Whether a text is a shorter one, several times: it then occurs in itself twice before its end. */
function isRepeated(text: string): boolean {
  return (text + text).indexOf(text, 1) < text.length
}

/** The key of documents and tests: bytes that count up or down, such as 000102…1f. */
function isEvenlySpaced(secret: string): boolean {
  const bytes = Buffer.from(secret, 'hex')
  if (bytes.length * 2 !== secret.length) return false
  const steps = new Set(bytes.subarray(1).map((byte, index) => byte - (bytes[index] ?? 0)))
  return steps.size === 1
}
