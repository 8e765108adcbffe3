import { isAddress, normaliseAddress } from '../../../models/domain/addresses.js'

const SEPARATORS = /[\s,;"'<>()]+/

/** The addresses in a text or a CSV file, each once, in their order and spelling; what is no address is left out. */
export function addressesIn(text: string): string[] {
  const found = new Map<string, string>()
  for (const word of text.split(SEPARATORS)) {
    if (!word.includes('@')) continue
    const address = normaliseAddress(word)
    if (isAddress(address) && !found.has(address)) found.set(address, word)
  }
  return [...found.values()]
}
