const MAX_WORD_LENGTH = 40
const MAX_TEXT_LENGTH = 200
const MAX_SUFFIXES = 10
const MAX_SEARCHED_WORDS = 5

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
 * The words of a text by which it is found. They are in lower case and without marks. A word in a script without blanks
 * counts from each of its characters, and one with an apostrophe also from the letter behind it. Only the first 200
 * characters count.
 */
export function wordsIn(text: string): string[] {
  return rawWords(text).flatMap(beginningsIn).map(folded).filter(isWord)
}

/** The words of a search text in the form of `wordsIn`, the longest first; each is the beginning of a word. */
export function searchedWords(search: string): string[] {
  const words = rawWords(search).map((word) => folded(word.replaceAll(APOSTROPHES, '')))
  const distinct = [...new Set(words.filter(isWord))]
  return distinct.sort((one, other) => other.length - one.length).slice(0, MAX_SEARCHED_WORDS)
}

function isWord(word: string): boolean {
  return word !== ''
}

function rawWords(text: string): string[] {
  return text.slice(0, MAX_TEXT_LENGTH).normalize('NFKC').toLowerCase().split(BETWEEN_WORDS)
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
