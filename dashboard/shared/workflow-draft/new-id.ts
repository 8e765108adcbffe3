const VERSION_AT = 12
const VARIANT_AT = 16

/** A new id for a step or a transition: a random UUID. Pages without TLS have no `crypto.randomUUID`. */
export function newId(): string {
  const digits = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0'))
  const hex = digits.join('').split('')
  hex[VERSION_AT] = '4'
  hex[VARIANT_AT] = '89ab'[Number.parseInt(hex[VARIANT_AT] ?? '0', 16) % 4] ?? '8'
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
