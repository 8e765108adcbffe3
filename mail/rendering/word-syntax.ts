import { TemplateFault } from './template-fault.js'

/** Words that Liquid reads as operators. */
export const OPERATORS: ReadonlySet<string> = new Set(['and', 'or', 'not', 'contains'])

/**
 * A word as Liquid reads it. A word may hold letters of all alphabets, digits, `_`, `-`, `?` and symbols, but never a
 * typographic quotation mark or an invisible character.
 */
export const WORD =
  /(?:(?!\?\?)(?:[\w?-]|(?![\s\p{Cc}\p{Cn}\p{Pi}\p{Pf}\p{Ps}\p{Pe}\u00d7\u00f7\u2212])[^\p{ASCII}\p{Cf}]|\p{Join_Control}))+/uy
/** A word of a name with spaces. A sign may stand between two letters, as in `R&D`. */
export const NAME_WORD =
  /(?:(?!\?\?)(?:[\w?-]|(?![\s\p{Cc}\p{Cn}\p{Pi}\p{Pf}\p{Ps}\p{Pe}\u00d7\u00f7\u2212])[^\p{ASCII}\p{Cf}]|\p{Join_Control}|(?<=[\p{L}\p{N}])&(?=[\p{L}\p{N}])|(?<=\p{L})[+*/%](?=\p{L})))+/uy
/** The characters that NAME_WORD has and WORD has not. */
export const INNER_SIGN = /[&+*/%]/
/** Liquid's numbers; a range such as `1..3` begins with one. */
export const NUMBER = /[+-]?\d+(?:\.(?!\.)\d*)?(?![\w?-]|(?!\s)\P{ASCII})/uy
/** A word of a fallback without quotes in a tag. */
export const FALLBACK_WORD = /[\p{L}\p{N}\p{Sc}_](?:(?!\?\?)[\p{L}\p{M}\p{N}\p{Sc}_.?-])*/uy

const SPACED_WORD = /^[\p{L}\p{M}\p{N}_?&+*/%\p{Join_Control}-]+$/u
const LETTER_OR_DIGIT = /[\p{L}\p{N}_]/u

const FILTERS: Record<string, string> = {
  '*': 'times',
  '\u00d7': 'times',
  '+': 'plus',
  '-': 'minus',
  '\u2212': 'minus',
  '/': 'divided_by',
  '\u00f7': 'divided_by',
  '%': 'modulo',
}
const BRACKETS = 'Put names with characters other than letters, digits, spaces, _ and - in brackets: data["a name"]'
const PUNCTUATION = new Set('>()[].:|"\'')
const SUGGESTIONS: Record<string, string> = {
  '=': 'Use == to compare two values',
  '!': 'Use != to compare, or not before a value',
  '&': `Use and between two conditions. ${BRACKETS}`,
  '<': 'Use != for values that differ',
  ',': 'Each output prints one value. Use two outputs, or join the values with the filter append',
}

/** The fault for text that does not belong to any expression. */
export function unexpected(text: string, offset: number): TemplateFault {
  const character = String.fromCodePoint(text.codePointAt(offset) ?? 0)
  if (offset >= text.length) return new TemplateFault('The expression is not complete', offset)
  if (character in FILTERS) return arithmetic(character, offset)
  if (/[\p{Pi}\p{Pf}\u201e\u201a]/u.test(character)) {
    return new TemplateFault('Typographic quotation marks', offset, 'Use straight quotation marks: "text"')
  }
  const suggestion = SUGGESTIONS[character] ?? (PUNCTUATION.has(character) ? undefined : BRACKETS)
  return new TemplateFault(`Unexpected ${JSON.stringify(character)}`, offset, suggestion)
}

function arithmetic(sign: string, offset: number): TemplateFault {
  const filter = FILTERS[sign] ?? 'plus'
  const message = `Liquid has no operator ${sign}. Use the filter ${filter}`
  return new TemplateFault(message, offset, `Use {{ a | ${filter}: b }}. ${BRACKETS}`)
}

/**
 * Throws the fault of a name with spaces. Each word of such a name needs a letter or a digit, and has no sign at its
 * ends.
 */
export function requireSpacedName(text: string, words: readonly { begin: number; end: number }[]): void {
  for (const { begin, end } of words) {
    const word = text.slice(begin, end)
    if (word.startsWith('-')) throw unexpected(text, begin)
    if (word.endsWith('-')) throw unexpected(text, end - 1)
    if (!SPACED_WORD.test(word) || !LETTER_OR_DIGIT.test(word)) throw unexpected(text, badCharacter(word, begin))
  }
}

function badCharacter(word: string, begin: number): number {
  const index = word.search(/[^\p{L}\p{M}\p{N}_&+*/%\p{Join_Control}-]/u)
  return begin + Math.max(0, index)
}
