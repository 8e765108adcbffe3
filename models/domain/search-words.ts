import { domainOf } from './addresses.js'
import { nameWordsOf } from './name-words.js'
import { wordsIn } from './text-words.js'

const MAX_WORDS = 20
// Labels that so many domains have that nobody looks for them.
const COMMON_LABELS = new Set(['co', 'com', 'net', 'org', 'ac', 'gov', 'edu', 'mail'])

// Most addresses need no closer look.
const ONE_WORD = /^[a-z0-9]*$/

/** The part of a contact by which it is searched; the keys of `data` are escaped. */
interface Searched {
  email: string
  data: Record<string, unknown>
}

/**
 * The words by which a contact is found besides the beginnings of its address and of its domain, which have indexes of
 * their own: the words of its name, the parts of its local part, and those of its domain after the first. A property to
 * store, which a contact without such words does not have.
 */
export function searchedBy({ email, data }: Searched): { searchWords?: string[] } {
  const all = new Set([...nameWordsOf(data), ...localWords(email), ...domainWords(domainOf(email))])
  return all.size > 0 ? { searchWords: [...all].slice(0, MAX_WORDS) } : {}
}

// A local part of one word is found as the beginning of the address.
function localWords(email: string): string[] {
  const local = email.slice(0, Math.max(email.lastIndexOf('@'), 0))
  if (ONE_WORD.test(local)) return []
  const words = wordsIn(local)
  return words.length > 1 ? words : []
}

function domainWords(domain: string): string[] {
  const labels = domain.split('.').slice(0, -1)
  if (labels.length === 1 && ONE_WORD.test(labels[0] ?? '')) return []
  // The ASCII form of a Unicode label has no words.
  const parts = labels.flatMap((label) => (label.startsWith('xn--') ? [''] : wordsIn(label)))
  return parts.slice(1).filter((part) => part !== '' && !COMMON_LABELS.has(part))
}
