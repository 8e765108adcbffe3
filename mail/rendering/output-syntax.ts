import type { DecodedText } from './decode-entities.js'
import { withEdits } from './edits.js'
import { ExpressionReader } from './expression-reader.js'
import { endOfQuoted, quoted, unquoted } from './spaced-names.js'
import { TemplateFault } from './template-fault.js'

type IsFilter = (name: string) => boolean

/** The filter that replaces `??` in outputs. An author cannot write its name, because `??` itself is rewritten. */
export const OUTPUT_FALLBACK = '??'

const RAW = /\|\s*raw\s*$/
const TYPED = /^(?:-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?|true|false|null)$/

/**
 * The offset of the braces that close an output whose content begins at `from`; -1 where they are missing. Braces
 * between quotes do not count, except in a fallback without quotes, which may hold an apostrophe.
 */
export function endOfOutput(input: string, from: number): number {
  const stop = firstOutsideQuotes(input, from, ['}}', '??'])
  if (stop === -1 || input.startsWith('}}', stop)) return stop
  const begin = skipBlank(input, stop + 2)
  const end = endOfQuotedFallback(input, begin)
  return end === -1 ? input.indexOf('}}', begin) : firstOutsideQuotes(input, end, ['}}'])
}

/**
 * Rewrites the content of an output, without braces, for Liquid when it has a `??` or a name with spaces; null where
 * there is no need. `isFilter` tells a filter after a fallback from a fallback that contains a bar. Throws
 * TemplateFault for content of which Liquid would ignore a part.
 */
export function rewriteOutput(content: DecodedText, isFilter: IsFilter): string | null {
  const { text } = content
  const stop = firstOutsideQuotes(text, 0, ['??'])
  if (stop === -1) {
    // Liquid has its own error message for an empty output.
    const value = text.trim() === '' ? text : rewriteValue(text, isFilter)
    return value === text ? null : value
  }
  if (text.slice(0, stop).trim() === '') throw new TemplateFault('Expected a value before ??', stop)
  const value = rewriteValue(text.slice(0, stop), isFilter)
  return withFallback(value, readFallback(content, stop + 2, isFilter), isFilter)
}

function rewriteValue(value: string, isFilter: IsFilter): string {
  const reader = new ExpressionReader(value, isFilter)
  if (reader.plainName()) reader.filters()
  else reader.filteredValue()
  reader.end()
  return withEdits(value, reader.edits)
}

interface Fallback {
  text: string
  /** The text as the author wrote it, whose entities may be meant for the document. */
  html: string
  isQuoted: boolean
  /** The filters that apply to the value or its fallback, with their bar. */
  filters: string
  filtersAt: number
}

function withFallback(value: string, fallback: Fallback, isFilter: IsFilter): string {
  const { text, html, isQuoted, filters } = fallback
  // Liquid recognises a raw output by its last filter.
  const isRaw = filters === '' && RAW.test(value)
  const literals = [quoted(isRaw ? html : text), quoted(html)]
  if (!isQuoted && TYPED.test(text)) literals.push(text)
  return `${value} | ${OUTPUT_FALLBACK}: ${literals.join(', ')} ${isRaw ? '| raw ' : rewriteFilters(fallback, isFilter)}`
}

function rewriteFilters({ filters, filtersAt }: Fallback, isFilter: IsFilter): string {
  try {
    const reader = new ExpressionReader(filters, isFilter)
    reader.filters()
    reader.end()
    return withEdits(filters, reader.edits)
  } catch (error) {
    if (!(error instanceof TemplateFault) || error.offset === null) throw error
    throw new TemplateFault(error.message, filtersAt + error.offset, error.suggestion)
  }
}

function readFallback({ text, sourceOffset, source }: DecodedText, after: number, isFilter: IsFilter): Fallback {
  const begin = skipBlank(text, after)
  const end = endOfQuotedFallback(text, begin)
  const sourceBetween = (from: number, to: number): string => source.slice(sourceOffset(from), sourceOffset(to))
  if (end !== -1) {
    const bar = firstOutsideQuotes(text, end, ['|'])
    const filtersAt = bar === -1 ? text.length : bar
    return {
      text: unquoted(text.slice(begin, end)),
      html: unquoted(`"${sourceBetween(begin + 1, end - 1)}"`),
      isQuoted: true,
      filters: text.slice(filtersAt),
      filtersAt,
    }
  }
  const bar = text.indexOf('|', begin)
  const name = bar === -1 ? '' : (/^\|\s*([\w-]+)\s*(?=[:|]|$)/.exec(text.slice(bar))?.[1] ?? '')
  const filtersAt = isFilter(name) ? bar : text.length
  // The first of several fallbacks is used: it is text, and so never missing.
  const literal = text.slice(begin, filtersAt).split('??')[0]?.trimEnd() ?? ''
  const html = sourceBetween(begin, begin + literal.length)
  return { text: literal, html, isQuoted: false, filters: text.slice(filtersAt), filtersAt }
}

function firstOutsideQuotes(input: string, from: number, marks: string[]): number {
  for (let p = from; p < input.length; p += 1) {
    if (marks.some((mark) => input.startsWith(mark, p))) return p
    if (input[p] !== '"' && input[p] !== "'") continue
    const end = endOfQuoted(input, p)
    if (end === -1) return -1
    p = end - 1
  }
  return -1
}

// A quote opens a quoted fallback only where a second quote ends the fallback. An apostrophe does not open one.
function endOfQuotedFallback(input: string, begin: number): number {
  if (input[begin] !== '"' && input[begin] !== "'") return -1
  const end = endOfQuoted(input, begin)
  if (end === -1) return -1
  const next = skipBlank(input, end)
  return next >= input.length || ['}}', '-}}', '??', '|'].some((mark) => input.startsWith(mark, next)) ? end : -1
}

function skipBlank(input: string, from: number): number {
  let p = from
  while (p < input.length && /\s/.test(input.charAt(p))) p += 1
  return p
}
