import type { DataPatch } from './data.js'
import { escapeKey } from './fields.js'

const MAX_WORDS = 20
const MAX_WORD_LENGTH = 40
// A longer value is no name.
const MAX_VALUE_LENGTH = 200
const MAX_SEARCHED_WORDS = 5
const MAX_SUFFIXES = 10

const PARTS = ['first', 'last', 'full']

/** The custom fields that hold a person's name, by their usual spellings; keys are literal. */
export const NAME_FIELDS: readonly string[] = [
  'name',
  'Name',
  'NAME',
  ...PARTS.flatMap((part) => {
    const title = capitalised(part)
    return [
      ...[' ', '_', '-', ''].flatMap((between) => [
        `${part}${between}name`,
        `${title}${between}Name`,
        `${title}${between}name`,
        `${part}${between}name`.toUpperCase(),
      ]),
      `${part}Name`,
    ]
  }),
]
const NAMING = new Set(NAME_FIELDS)
/** The custom fields that hold a person's name, with escaped keys. */
export const STORED_NAME_FIELDS: readonly string[] = NAME_FIELDS.map(escapeKey)

const APOSTROPHES = /['’‘ʼ＇`´]/gu
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}'’‘ʼ＇`´]+/u
// Names in these scripts have no blank between family name and given name.
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u
// Letters that Unicode does not decompose, by what people type who do not have them.
const SIMPLE: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
}
const SPECIAL = new RegExp(
  // linear: one character of a fixed list.
  `[${Object.keys(SIMPLE).join('')}]`,
  'gu',
)

/**
 * The words by which a contact with these custom fields (with escaped keys) is found by its name; none without a name.
 * They are in lower case and without marks. A word in a script without blanks counts from each of its characters.
 */
export function nameWordsOf(data: Record<string, unknown>): string[] {
  const words = STORED_NAME_FIELDS.flatMap((key) => {
    const value = Object.hasOwn(data, key) ? data[key] : undefined
    return typeof value === 'string' ? rawWords(value).flatMap(beginningsIn) : []
  })
  return [...new Set(words.map(folded).filter((word) => word !== ''))].slice(0, MAX_WORDS)
}

/** The words of a name as a property to store, which a contact without a name does not have. */
export function namedBy(data: Record<string, unknown>): { nameWords?: string[] } {
  const nameWords = nameWordsOf(data)
  return nameWords.length > 0 ? { nameWords } : {}
}

/** The words of a search text, in the form of `nameWordsOf`, the longest first; each is the beginning of a word. */
export function searchedNameWords(search: string): string[] {
  const words = rawWords(search).map((word) => folded(word.replaceAll(APOSTROPHES, '')))
  const distinct = [...new Set(words.filter((word) => word !== ''))]
  return distinct.sort((one, other) => other.length - one.length).slice(0, MAX_SEARCHED_WORDS)
}

/** Whether a patch may change the name of a contact. */
export function touchesName({ clearAll, set, unset }: DataPatch): boolean {
  return clearAll || [...Object.keys(set), ...unset].some((key) => NAMING.has(key))
}

function rawWords(text: string): string[] {
  return text.slice(0, MAX_VALUE_LENGTH).normalize('NFKC').toLowerCase().split(BETWEEN_WORDS)
}

/**
 * What people may begin with to find a word: the word itself, the part behind an apostrophe, and in scripts without
 * blanks each character.
 */
function beginningsIn(word: string): string[] {
  const behind = word.split(APOSTROPHES).slice(1)
  const letters = Array.from(word)
  const suffixes = letters.flatMap((letter, at) =>
    at > 0 && UNSPACED.test(letter) ? [letters.slice(at).join('')] : [],
  )
  return [word.replaceAll(APOSTROPHES, ''), ...behind, ...suffixes.slice(0, MAX_SUFFIXES)]
}

function folded(word: string): string {
  const simple = word.replaceAll(SPECIAL, (letter) => SIMPLE[letter] ?? letter)
  return simple.normalize('NFKD').replaceAll(/\p{M}/gu, '').slice(0, MAX_WORD_LENGTH)
}

function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
