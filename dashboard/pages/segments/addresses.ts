import { isAddress, normaliseAddress } from '../../../models/domain/addresses.js'
import { addressWords } from './address-words.js'
import { plainText } from './plain-text.js'

/** What a text has: addresses in their spelling, and words with an `@` that are no address. Each is there once. */
export interface FoundAddresses {
  addresses: string[]
  leftOut: string[]
}

/**
 * Looks for addresses in a text as people copy it: from mail programs, spreadsheets, chats, web pages and documents. An
 * address is a whole word that the API takes for an address. No part of a word is one, and no `@` is lost.
 */
export function addressesIn(text: string): FoundAddresses {
  const found = new Map<string, string>()
  const leftOut = new Set<string>()
  for (const line of plainText(text).split(/[\r\n]/)) {
    for (const word of addressWords(line)) {
      const address = normaliseAddress(word)
      if (!isAddress(address) || word.includes(UNREADABLE)) leftOut.add(word)
      else if (!found.has(address)) found.set(address, word)
    }
  }
  return { addresses: [...found.values()], leftOut: [...leftOut] }
}

// A decoder writes this sign for bytes that are no character.
const UNREADABLE = '\uFFFD'
