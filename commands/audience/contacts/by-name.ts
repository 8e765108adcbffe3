import { allOf, type MongoFilter } from '../../../models/domain/conditions/mongo-filter.js'
import { searchedNameWords } from '../../../models/domain/name-words.js'
import { literalPattern } from '../../../models/domain/text-pattern.js'

/** The index that has the words of names, for a hint. */
export const BY_NAME = 'contact_names'

/**
 * The filter for contacts whose name has a word for each word of a search text, in any order, that begins with it. Null
 * for a text that can only be an address, or that has no word.
 */
export function named(search: string): MongoFilter | null {
  const words = search.includes('@') ? [] : searchedNameWords(search)
  if (words.length === 0) return null
  // The index answers for the first word. A regular expression with an anchor is a range of the index.
  return allOf(words.map((word) => ({ nameWords: { $regex: `^${literalPattern(word)}` } })))
}
