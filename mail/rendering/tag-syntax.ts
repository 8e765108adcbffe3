import { bracketed, endOfQuoted, quoted, unquoted } from './spaced-names.js'

/** The filter behind `??` in tags: its fallback is a value to compare with, not text to print. */
export const TAG_FALLBACK = '???'

const OPERATORS = ['and', 'or', 'not', 'contains']
const LOOP_WORDS = ['reversed', 'limit', 'offset', 'cols']
const LITERAL = /^(?:-?\d+(?:\.\d+)?|true|false|nil|null|empty|blank)$/
const WORD = /(?:(?!\?\?)[^\s"'()[\]|:,=<>!])+/y

/**
 * The arguments of a tag with `??` and names with spaces put as Liquid understands them:
 * `first name ?? "there" == "Ann"` becomes a lookup in brackets and a grouped filter.
 * Null when there is nothing to rewrite.
 */
export function rewriteTag(name: string, args: string): string | null {
  const { head, expression, stops } = expressionOf(name, args)
  if (expression === '' || !/\?\?|\S\s+\S/.test(expression)) return null
  const rewritten = new Rewriter(expression, stops).run()
  return rewritten === expression ? null : head + rewritten
}

function expressionOf(name: string, args: string): { head: string; expression: string; stops: Set<string> } {
  const stops = new Set(OPERATORS)
  if (['if', 'elsif', 'unless', 'case', 'when'].includes(name)) return { head: '', expression: args, stops }
  const head = /^[^=]*=/.exec(name === 'assign' ? args : '') ?? /^\s*\S+\s+in\s/.exec(isLoop(name) ? args : '')
  if (!head) return { head: '', expression: '', stops }
  const expression = args.slice(head[0].length)
  return { head: head[0], expression, stops: isLoop(name) ? new Set([...OPERATORS, ...LOOP_WORDS]) : stops }
}

function isLoop(name: string): boolean {
  return name === 'for' || name === 'tablerow'
}

/** Reads an expression from left to right and rewrites it, operand by operand. */
class Rewriter {
  private readonly input: string
  private readonly stops: Set<string>
  private p = 0
  // The text before the current operand only grows: slicing it from the input each time would copy it each time.
  private written = ''
  private current: string | null = null
  private hasFilters = false
  private hasFallback = false

  constructor(input: string, stops: Set<string>) {
    this.input = input
    this.stops = stops
  }

  run(): string {
    while (this.p < this.input.length) this.step()
    this.endOperand()
    return this.written
  }

  private step(): void {
    const character = this.input.charAt(this.p)
    if (this.input.startsWith('??', this.p)) this.fallback()
    else if (character === '"' || character === "'") this.operand(this.takeUntil(endOfQuoted(this.input, this.p)))
    else if (character === '(') this.operand(this.takeUntil(this.input.indexOf(')', this.p) + 1))
    else if (character === '[') this.extend(this.takeUntil(this.input.indexOf(']', this.p) + 1))
    else if (this.wordAt(this.p) !== '') this.words()
    else this.punctuation(character)
  }

  private punctuation(character: string): void {
    this.p += 1
    if (this.current === null) this.written += character
    else this.current += character
    if (/\s/.test(character)) return
    this.endOperand()
    if (character === '|') this.hasFilters = true
  }

  private words(): void {
    const first = this.wordAt(this.p)
    if (this.stops.has(first)) {
      this.p += first.length
      this.endOperand()
      this.written += first
      return
    }
    const name = this.takeWords()
    const isName = /\s/.test(name) && !this.hasFilters
    // A path after brackets, as in data["address"].city, belongs to the operand before it.
    if (name.startsWith('.')) this.extend(isName ? bracketed(name.slice(1)) : name)
    else this.operand(isName ? bracketed(name) : name)
  }

  private fallback(): void {
    this.p += 2
    const literal = this.takeFallback()
    // Of several fallbacks the first is used: it is a literal, and so never missing.
    if (this.hasFallback) return
    const operand = this.current?.trim() ?? ''
    const filter = `| ${TAG_FALLBACK}: ${literal}`
    // Without an operand `??` stays, and Liquid reports the fault.
    if (operand === '') this.written += this.hasFilters ? ` ${filter} ` : '??'
    else this.current = this.hasFilters ? `${operand} ${filter} ` : `(${operand} ${filter}) `
    this.hasFallback = true
  }

  private takeFallback(): string {
    this.p += /^\s*/.exec(this.input.slice(this.p))?.[0].length ?? 0
    const quote = this.input[this.p]
    const text = quote === '"' || quote === "'" ? this.takeUntil(endOfQuoted(this.input, this.p)) : this.takeWords()
    if (quote === '"' || quote === "'") return quoted(unquoted(text))
    return LITERAL.test(text) ? text : quoted(text)
  }

  private takeWords(): string {
    const begin = this.p
    let end = this.p
    while (true) {
      const word = this.wordAt(this.p)
      if (word === '' || this.stops.has(word)) break
      end = this.p + word.length
      this.p = end + (/^\s*/.exec(this.input.slice(end))?.[0].length ?? 0)
      if (this.p === end) break
    }
    this.p = end
    return this.input.slice(begin, end)
  }

  private takeUntil(end: number): string {
    const begin = this.p
    this.p = end <= begin ? this.input.length : end
    return this.input.slice(begin, this.p)
  }

  private wordAt(at: number): string {
    WORD.lastIndex = at
    return WORD.exec(this.input)?.[0] ?? ''
  }

  private operand(text: string): void {
    this.endOperand()
    this.hasFallback = false
    this.current = text
  }

  private endOperand(): void {
    this.written += this.current ?? ''
    this.current = null
  }

  private extend(text: string): void {
    if (this.current === null) this.operand(text)
    else this.current += text
  }
}
