const MAX_LENGTH = 4_000
const MAX_ADDRESSES = 20

/** Everything in a text that looks like an address, in lower case; of a longer text, in its first 4,000 characters. */
export function addressesIn(text: string): string[] {
  // An address begins where its run of characters does: no place within a long run is tried again.
  const found = text.slice(0, MAX_LENGTH).match(/(?<![^\s<>()"',;:@[\]])[^\s<>()"',;:@[\]]+@[^\s<>()"',;:@[\]]+/g) ?? []
  return found.slice(0, MAX_ADDRESSES).map((address) => address.toLowerCase())
}
