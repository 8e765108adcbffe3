import { LiquidError, Parser, TagToken, type Liquid, type TopLevelToken } from 'liquidjs'
import { LRUCache } from 'lru-cache'
import { engine } from './engine.js'
import { offsetOf, TemplateTokenizer } from './template-tokenizer.js'
import { OverBudget, type Budget } from './threads/budget.js'

/** A parsed template, ready to be rendered any number of times. */
export interface ParsedTemplate {
  source: string
  templates: ReturnType<Liquid['parse']>
  /** What it costs to keep, in characters. */
  weight: number
  /** Until when its renderings are no matter for the event loop, by `performance.now()`; 0 for an ordinary one. */
  slowUntilMs: number
}

/** What is wrong with a template, and where; both counted from 1. */
export interface SyntaxFault {
  message: string
  line: number
  column: number
}

/** Thrown by `compile`; its message speaks of the template alone. */
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
// Of one `liquid` tag, whose parser grows slow with the square of them.
const MAX_LINES = 5_000
// The parser goes down a level for each, and names its fault once for each on the way up.
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
 * Parses a template, or answers the one parsed before from the same text. Throws TemplateSyntaxError, and OverBudget
 * when parsing it takes more than the budget or rendering it did of late.
 */
export function compile(source: string, budget: Budget | null = null): ParsedTemplate {
  const known = cache.get(source)
  if (budget && known && performance.now() < known.slowUntilMs) throw new OverBudget()
  if (!known) budget?.takeSource(source)
  if (known) return known
  const compiled = parse(source)
  cache.set(source, compiled)
  return compiled
}

/** What is wrong with a template, null when nothing is. Throws OverBudget. */
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

/** The token with which a template has too many parts. Each line of a `liquid` tag is a tag of its own. */
function findExcess(tokens: TopLevelToken[]): TopLevelToken | undefined {
  let parts = 0
  return tokens.find((token) => {
    const lines = token instanceof TagToken && token.name === 'liquid' ? token.args.split('\n').length : 1
    parts += lines
    return parts > MAX_TOKENS || lines > MAX_LINES
  })
}

/** The tag that opens one block too many within others. */
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

// The parser takes its tokens from the front one by one, which moves all the others each time.
function asQueue(tokens: TopLevelToken[]): TopLevelToken[] {
  const reversed = tokens.toReversed()
  return Object.assign(reversed, { shift: () => reversed.pop() })
}

function faultOf(error: unknown, source: string): SyntaxFault {
  const position = LiquidError.is(error) ? positionOf(source, offsetOf(error.token)) : { line: 1, column: 1 }
  return { message: describe(error), ...position }
}

function describe(error: unknown): string {
  // Parentheses are read by recursion, which ends in a RangeError.
  const cause = LiquidError.is(error) ? error.originalError : error
  if (cause instanceof RangeError) return 'The template is nested too deeply'
  if (!LiquidError.is(error)) return 'The template cannot be read'
  const message = error.message.replace(/(?:, file:@\d+)?, line:\d+, col:\d+$/, '')
  // What we rewrote is nothing that the author would recognise.
  if (error.token.file !== undefined && message.includes('"') && !/^tag "\w+" not found$/.test(message)) {
    return message.endsWith(' not closed') ? 'This tag is not closed' : 'This expression cannot be read'
  }
  return message.charAt(0).toUpperCase() + message.slice(1)
}

/** Line and column of an offset, both from 1. */
export function positionOf(source: string, offset: number): { line: number; column: number } {
  const before = source.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}
