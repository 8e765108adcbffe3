import { LiquidError, Parser, TagToken, type Liquid, type TopLevelToken } from 'liquidjs'
import { LRUCache } from 'lru-cache'
import { engine } from './engine.js'
import { TemplateFault } from './template-fault.js'
import { offsetOf, TemplateTokenizer } from './template-tokenizer.js'
import { OverBudget, type Budget } from './threads/budget.js'

/** A parsed template, ready to be rendered any number of times. */
export interface ParsedTemplate {
  source: string
  templates: ReturnType<Liquid['parse']>
  /** The cost of keeping it, in characters. */
  weight: number
  /** Until this time of `performance.now()`, renderings stay out of the event loop; 0 for an ordinary template. */
  slowUntilMs: number
}

/** A fault of a template with its line and column, both counted from 1. */
export interface SyntaxFault {
  message: string
  line: number
  column: number
  /** What the author may write instead. */
  suggestion?: string
}

/** Thrown by `compile`; its message is about the template alone. */
export class TemplateSyntaxError extends Error {
  readonly fault: SyntaxFault

  constructor(fault: SyntaxFault) {
    super(fault.message)
    this.name = 'TemplateSyntaxError'
    this.fault = fault
  }
}

const MAX_TEMPLATE_BYTES = 2 * 1024 * 1024
const MAX_TOKENS = 50_000
// The limit for the lines of one `liquid` tag, because its parsing time grows with their square.
const MAX_LINES = 5_000
// The parser recurses for each level, and repeats its error message at each level on the way back.
const MAX_DEPTH = 100
const BLOCKS = new Set(['if', 'unless', 'for', 'case', 'capture', 'tablerow'])

const MAX_CACHED = 1_000
const MAX_CACHED_WEIGHT = 64 * 1024 * 1024
// A parsed output or tag takes far more room than its few characters of source.
const TOKEN_WEIGHT = 500
const cache = new LRUCache<string, ParsedTemplate>({
  max: MAX_CACHED,
  maxSize: MAX_CACHED_WEIGHT,
  sizeCalculation: ({ weight }) => weight,
})

/**
 * Parses a template, or returns the cached one. Throws TemplateSyntaxError. Throws OverBudget when parsing exceeds the
 * budget, or when a rendering recently did.
 */
export function compile(source: string, budget: Budget | null = null): ParsedTemplate {
  const cached = cache.get(source)
  if (budget && cached && performance.now() < cached.slowUntilMs) throw new OverBudget()
  if (cached) return cached
  budget?.takeSource(source)
  const compiled = parse(source)
  cache.set(source, compiled)
  return compiled
}

/** The fault of a template; null for a sound one. Throws OverBudget. */
export function checkSyntax(source: string, budget: Budget | null = null): SyntaxFault | null {
  if (cache.has(source)) return null
  try {
    compile(source, budget)
    return null
  } catch (error) {
    if (error instanceof TemplateSyntaxError) return error.fault
    throw error
  }
}

function parse(source: string): ParsedTemplate {
  if (Buffer.byteLength(source) > MAX_TEMPLATE_BYTES) {
    throw new TemplateSyntaxError({ message: 'The template is larger than 2 MB', line: 1, column: 1 })
  }
  try {
    const tokens = new TemplateTokenizer(source, engine).readTopLevelTokens(engine.options)
    refuseAt(source, findExcess(tokens), 'The template has too many parts')
    refuseAt(source, findTooDeep(tokens), 'The template is nested too deeply')
    const weight = 1 + source.length + tokens.length * TOKEN_WEIGHT
    return { source, weight, slowUntilMs: 0, templates: new Parser(engine).parseTokens(asQueue(tokens)) }
  } catch (error) {
    throw error instanceof TemplateSyntaxError ? error : new TemplateSyntaxError(faultOf(error, source))
  }
}

/** The token with which a template exceeds its number of tokens. Each line of a `liquid` tag counts as a tag. */
function findExcess(tokens: TopLevelToken[]): TopLevelToken | undefined {
  let parts = 0
  return tokens.find((token) => {
    const lines = token instanceof TagToken && token.name === 'liquid' ? token.args.split('\n').length : 1
    parts += lines
    return parts > MAX_TOKENS || lines > MAX_LINES
  })
}

/** The tag that opens a block beyond the greatest depth. */
function findTooDeep(tokens: TopLevelToken[]): TopLevelToken | undefined {
  let depth = 0
  let isComment = false
  return tokens.find((token) => {
    if (!(token instanceof TagToken)) return false
    for (const name of token.name === 'liquid' ? firstWords(token.args) : [token.name]) {
      if (name === 'comment' || name === 'endcomment') isComment = name === 'comment'
      if (isComment) continue
      if (BLOCKS.has(name)) depth += 1
      else if (name.startsWith('end') && BLOCKS.has(name.slice(3))) depth -= 1
      if (depth > MAX_DEPTH) return true
    }
    return false
  })
}

function firstWords(lines: string): string[] {
  return lines.split('\n').map((line) => /^\s*(\w*)/.exec(line)?.[1] ?? '')
}

function refuseAt(source: string, token: TopLevelToken | undefined, message: string): void {
  if (token) throw new TemplateSyntaxError({ message, ...positionOf(source, offsetOf(token)) })
}

// The parser removes its tokens from the front one by one, which would move all the others each time.
function asQueue(tokens: TopLevelToken[]): TopLevelToken[] {
  const reversed = tokens.toReversed()
  return Object.assign(reversed, { shift: () => reversed.pop() })
}

function faultOf(error: unknown, source: string): SyntaxFault {
  if (error instanceof TemplateFault) {
    const { message, offset, suggestion } = error
    return { message, ...positionOf(source, offset ?? 0), ...(suggestion === undefined ? {} : { suggestion }) }
  }
  const position = LiquidError.is(error) ? positionOf(source, offsetOf(error.token)) : { line: 1, column: 1 }
  return { message: describe(error), ...position }
}

function describe(error: unknown): string {
  // The parser reads parentheses by recursion, which ends in a RangeError.
  const cause = LiquidError.is(error) ? error.originalError : error
  if (cause instanceof RangeError) return 'The template is nested too deeply'
  if (!LiquidError.is(error)) return 'The template cannot be parsed'
  const message = error.message.replace(/(?:, file:@\d+)?, line:\d+, col:\d+$/, '')
  // The author would not recognise a text that this module has rewritten.
  if (error.token.file !== undefined && message.includes('"') && !/^tag "\w+" not found$/.test(message)) {
    return message.endsWith(' not closed') ? 'This tag is not closed' : 'This expression is invalid'
  }
  return message.charAt(0).toUpperCase() + message.slice(1)
}

/** Line and column of an offset, both from 1. */
export function positionOf(source: string, offset: number): { line: number; column: number } {
  const before = source.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}
