import type { Edit } from './edits.js'
import { bracketed, endOfQuoted, quoted } from './spaced-names.js'
import { TemplateFault } from './template-fault.js'
import {
  FALLBACK_WORD,
  INNER_SIGN,
  NAME_WORD,
  NUMBER,
  OPERATORS,
  requireSpacedName,
  unexpected,
  WORD,
} from './word-syntax.js'

/** The filter behind `??` in tags: its fallback is a value to compare with, not text to print. */
export const TAG_FALLBACK = '???'

const COMPARISON = /==(?!=)|!=|>=|<=|>|</y
// White space as Liquid counts it.
const BLANK = /[\t-\r \u00a0\u1680\u180e\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*/y
const TRUTH = new Set(['true', 'false', 'nil', 'null'])
const EMPTY = new Set(['empty', 'blank'])
const LITERAL = /^(?:-?\d+(?:\.\d+)?|true|false|nil|null|empty|blank)$/
const MAX_DEPTH = 100

/**
 * The place of an operand: at the left of a comparison or alone, at the right of a comparison, or as an argument, whose
 * name has no spaces.
 */
type Side = 'left' | 'right' | 'argument'

/**
 * Reads an expression by the grammar of Liquid. The reader refuses text that Liquid silently ignores: text after an
 * operand, and an operator without an operand. The edits turn our extensions into plain Liquid: names with spaces,
 * `??`, and white space within a path. The methods throw TemplateFault with an offset in the text.
 */
export class ExpressionReader {
  readonly text: string
  readonly edits: Edit[] = []
  /** Words that end a name. */
  stops: ReadonlySet<string> = OPERATORS
  p = 0
  private readonly isFilter: (name: string) => boolean
  private depth = 0

  constructor(text: string, isFilter: (name: string) => boolean) {
    this.text = text
    this.isFilter = isFilter
  }

  get isAtEnd(): boolean {
    this.skipBlank()
    return this.p >= this.text.length
  }

  /** Requires that the text ends here. */
  end(): void {
    if (!this.isAtEnd) throw unexpected(this.text, this.p)
  }

  /** An expression with its filters. */
  filteredValue(): void {
    this.expression()
    this.filters()
  }

  /** The rest of an expression with its filters, after its first operand. */
  restOfValue(): void {
    this.expression(true)
    this.filters()
  }

  /** An operand with its fallback. */
  value(side: Side = 'left'): void {
    this.skipBlank()
    const begin = this.p
    this.operand(side)
    this.fallback(begin)
  }

  /** Reads a word of Liquid where one stands here; returns an empty text otherwise. */
  word(): string {
    this.skipBlank()
    return this.take(WORD)
  }

  /** Reads the given character if it stands here, and returns whether it does. */
  takeCharacter(character: string): boolean {
    this.skipBlank()
    if (this.text[this.p] !== character) return false
    this.p += 1
    return true
  }

  /** Whether one of the words stands here. */
  isAtWord(...words: string[]): boolean {
    this.skipBlank()
    return words.includes(this.peek(WORD))
  }

  /** A text between quotes. */
  quotedText(): void {
    const end = endOfQuoted(this.text, this.p)
    if (end === -1) throw new TemplateFault('Unclosed quotation mark', this.p)
    this.p = end
  }

  /**
   * Reads the operand of an output, whose name may contain `and` and `or`. Returns false where there is no such
   * operand.
   */
  plainName(): boolean {
    const edits = this.edits.length
    this.stops = new Set(['not', 'contains'])
    this.skipBlank()
    const begin = this.p
    const first = this.peek(NAME_WORD)
    const isName = first !== '' && !OPERATORS.has(first)
    if (isName) this.operand('left')
    const words = this.text.slice(begin, this.p)
    this.stops = OPERATORS
    const isWhole = this.isAtEnd || this.text[this.p] === '|'
    if (isName && isWhole && !/(?:^|\s)(?:and|or)$/.test(words)) return true
    this.p = begin
    this.edits.length = edits
    return false
  }

  private expression(isBegun = false): void {
    let side: Side = 'left'
    let isOperandRead = isBegun
    while (true) {
      if (!isOperandRead) this.negatedValue(side)
      isOperandRead = false
      const operator = this.operator()
      if (operator === '') return
      side = operator === 'and' || operator === 'or' ? 'left' : 'right'
    }
  }

  private negatedValue(side: Side): void {
    while (this.isAtWord('not')) {
      // Liquid compares first and negates afterwards.
      if (side === 'right') throw new TemplateFault('Put not before a complete comparison', this.p)
      this.p += 'not'.length
    }
    this.value(side)
  }

  private operator(): string {
    this.skipBlank()
    const symbol = this.take(COMPARISON)
    if (symbol !== '') return symbol
    const word = this.peek(WORD)
    if (!OPERATORS.has(word) || word === 'not') return ''
    this.p += word.length
    return word
  }

  /** Reads the filters after an expression, and the fallbacks between and after them. */
  filters(): void {
    let hasFallback = false
    while (true) {
      this.skipBlank()
      if (this.text.startsWith('??', this.p)) {
        const begin = this.p
        const literal = this.fallbackLiteral()
        // The first of several fallbacks is used: it is a literal, and so never missing.
        this.edits.push({ begin, end: this.p, text: hasFallback ? '' : `| ${TAG_FALLBACK}: ${literal} ` })
        hasFallback = true
      } else if (!this.filter()) return
    }
  }

  private filter(): boolean {
    if (!this.takeCharacter('|')) return false
    if (this.isAtEnd) return false
    const name = this.take(WORD)
    if (name === '') throw new TemplateFault('Expected a filter name', this.p)
    if (!this.isFilter(name)) throw new TemplateFault(`Undefined filter: ${name}`, null)
    if (!this.takeCharacter(':')) return true
    do {
      this.operand('argument')
      if (this.takeCharacter(':')) this.operand('argument')
    } while (this.takeCharacter(','))
    return true
  }

  private fallback(begin: number): void {
    let end = this.p
    for (let isFirst = true; this.isAtFallback(); isFirst = false) {
      const literal = this.fallbackLiteral()
      if (isFirst) this.edits.push({ begin, end: begin, text: '(' })
      this.edits.push({ begin: end, end: this.p, text: isFirst ? ` | ${TAG_FALLBACK}: ${literal})` : '' })
      end = this.p
    }
    this.p = end
  }

  private isAtFallback(): boolean {
    this.skipBlank()
    return this.text.startsWith('??', this.p)
  }

  private fallbackLiteral(): string {
    this.p += 2
    this.skipBlank()
    const begin = this.p
    if (this.isAtQuote()) {
      this.quotedText()
      return this.text.slice(begin, this.p)
    }
    const number = this.take(NUMBER)
    if (number !== '' && LITERAL.test(number) && !this.isFollowedByWord()) return number
    this.p = begin
    let end = begin
    for (let word = this.peek(FALLBACK_WORD); word !== '' && !this.stops.has(word); word = this.peek(FALLBACK_WORD)) {
      this.p += word.length
      end = this.p
      if (!this.skipBlank()) break
    }
    this.p = end
    if (end === begin) throw new TemplateFault('Expected a string after ??', begin, 'Put the string in quotes')
    const text = this.text.slice(begin, end)
    return LITERAL.test(text) ? text : quoted(text)
  }

  private operand(side: Side): void {
    this.skipBlank()
    this.depth += 1
    if (this.depth > MAX_DEPTH) throw new TemplateFault('The template is nested too deeply', this.p)
    this.primary(side)
    this.path(side)
    this.depth -= 1
  }

  private primary(side: Side): void {
    const character = this.text.charAt(this.p)
    if (this.isAtQuote()) return this.quotedText()
    if (character === '(') return this.group()
    if (character === '[') return
    const begin = this.p
    if (this.take(NUMBER) !== '' && !(side === 'left' && this.isFollowedByWord())) return undefined
    this.p = begin
    return this.name(side, true)
  }

  /** A group of an expression with filters, or a range. */
  private group(): void {
    this.p += 1
    this.skipBlank()
    const begin = this.p
    if (this.isAtWord('not')) {
      // Liquid expects a group to begin with a value.
      this.edits.push({ begin, end: begin, text: 'true and ' })
      this.expression()
    } else {
      this.operand('left')
      this.skipBlank()
      if (this.text.startsWith('..', this.p)) {
        this.p += 2
        this.operand('right')
        return this.close(')')
      }
      this.fallback(begin)
      this.expression(true)
    }
    this.filters()
    return this.close(')')
  }

  /** Reads the parts after the first part of a path. */
  private path(side: Side): void {
    while (true) {
      const begin = this.p
      this.skipBlank()
      const isBracket = this.text[this.p] === '['
      if (!isBracket && (this.text[this.p] !== '.' || this.text[this.p + 1] === '.')) {
        this.p = begin
        return
      }
      if (isBracket) this.bracket(begin)
      else this.part(begin, side)
    }
  }

  private bracket(begin: number): void {
    if (this.p > begin) this.edits.push({ begin, end: this.p, text: '' })
    this.p += 1
    this.operand('right')
    this.close(']')
  }

  private part(begin: number, side: Side): void {
    this.p += 1
    this.skipBlank()
    const nameBegin = this.p
    const edits = this.edits.length
    this.name(side, false)
    const [named] = this.edits.splice(edits)
    if (named) this.edits.push({ ...named, begin })
    else if (nameBegin > begin + 1) this.edits.push({ begin, end: nameBegin, text: '.' })
  }

  private close(character: string): void {
    if (!this.takeCharacter(character)) throw unexpected(this.text, this.p)
  }

  /** Reads a name. The name may have several words, unless it is an argument. */
  private name(side: Side, isFirst: boolean): void {
    const words = side === 'argument' ? this.oneWord() : this.words(isFirst)
    const [first] = words
    const last = words.at(-1)
    if (!first || !last) throw unexpected(this.text, this.p)
    const word = this.text.slice(first.begin, first.end)
    if (isFirst && word.startsWith('-')) throw unexpected(this.text, first.begin)
    // After a constant, a further word does not belong to a name.
    const isConstant = isFirst && (TRUTH.has(word) || (side === 'right' && EMPTY.has(word)))
    if (words.length === 1 || isConstant) {
      const sign = word.search(INNER_SIGN)
      this.p = sign === -1 ? first.end : first.begin + sign
      return
    }
    requireSpacedName(this.text, words)
    if (!/\p{L}/u.test(this.text.slice(first.begin, last.end))) throw unexpected(this.text, words[1]?.begin ?? 0)
    const text = bracketed(this.text.slice(first.begin, last.end))
    this.edits.push({ begin: first.begin, end: last.end, text })
    this.p = last.end
  }

  private oneWord(): { begin: number; end: number }[] {
    const begin = this.p
    const word = this.take(WORD)
    return word === '' || OPERATORS.has(word) ? [] : [{ begin, end: this.p }]
  }

  private words(isFirst: boolean): { begin: number; end: number }[] {
    const words: { begin: number; end: number }[] = []
    while (true) {
      const begin = this.p
      const word = this.peek(NAME_WORD)
      if (word === '' || (this.stops.has(word) && (isFirst || words.length > 0))) break
      this.p += word.length
      words.push({ begin, end: this.p })
      if (!this.skipBlank()) break
    }
    return words
  }

  /** Whether a blank and then a word of a name follow. */
  private isFollowedByWord(): boolean {
    const begin = this.p
    const isBlank = this.skipBlank()
    const word = this.peek(NAME_WORD)
    this.p = begin
    return isBlank && /^\p{L}/u.test(word) && !this.stops.has(word)
  }

  private isAtQuote(): boolean {
    return this.text[this.p] === '"' || this.text[this.p] === "'"
  }

  private skipBlank(): boolean {
    return this.take(BLANK) !== ''
  }

  private peek(pattern: RegExp): string {
    pattern.lastIndex = this.p
    return pattern.exec(this.text)?.[0] ?? ''
  }

  private take(pattern: RegExp): string {
    const found = this.peek(pattern)
    this.p += found.length
    return found
  }
}
