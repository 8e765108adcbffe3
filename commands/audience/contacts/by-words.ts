import { allOf, type MongoFilter } from '../../../models/domain/conditions/mongo-filter.js'
import { searchedWords } from '../../../models/domain/text-words.js'
import { literalPattern } from '../../../models/domain/text-pattern.js'

/** The index that has the words of names and addresses, for a hint. */
export const BY_WORDS = { projectId: 1, searchWords: 1 } as const

/** The words of a search text by which contacts are found; none for a text that can only be an address. */
export function wordsOf(search: string): string[] {
  return search.includes('@') ? [] : searchedWords(search)
}

/** The filter for contacts that have a word which begins with this one. The index answers for it with a range. */
export function withWord(word: string): MongoFilter {
  return { searchWords: { $regex: `^${literalPattern(word)}` } }
}

/**
 * The filter for contacts whose name and address have a word for each word of a search text, in any order, that begins
 * with it. Null for a text without such words.
 */
export function worded(search: string): MongoFilter | null {
  const words = wordsOf(search)
  return words.length === 0 ? null : allOf(words.map(withWord))
}
