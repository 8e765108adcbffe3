const PATH = '/uploads/'
// Address, attribute, list of addresses, style sheet and comment end at these.
const END = /[\s"'()<>,;\\]/
const MAX_BEFORE = 300
const MAX_BEHIND = 100

/** The addresses in a text whose path holds `/uploads/`, as far as they are not longer than those of images. */
export function uploadAddresses(text: string): string[] {
  const addresses: string[] = []
  for (let at = text.indexOf(PATH); at !== -1; at = text.indexOf(PATH, at + PATH.length)) {
    let start = at
    while (start > 0 && at - start < MAX_BEFORE && !END.test(text[start - 1] ?? '')) start -= 1
    let end = at + PATH.length
    while (end < text.length && end - at < MAX_BEHIND && !END.test(text[end] ?? '')) end += 1
    addresses.push(text.slice(start, end))
  }
  return addresses
}
