const MAX_LENGTH = 4_000
const MAX_ADDRESSES = 20

/** Everything in a text that looks like an address, in lower case; of a longer text, in its first 4,000 characters. */
export function addressesIn(text: string): string[] {
  // The text is bounded by MAX_LENGTH.
  const found = text.slice(0, MAX_LENGTH).match(/[^\s<>()"',;:@[\]]+@[^\s<>()"',;:@[\]]+/g) ?? []
  return found.slice(0, MAX_ADDRESSES).map((address) => address.toLowerCase())
}
