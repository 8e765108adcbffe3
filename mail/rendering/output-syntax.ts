import { bracketSpacedName, endOfQuoted, quoted, unquoted } from './spaced-names.js'

/** An output such as `{{ name ?? there }}`: where it ends, and the text that Liquid reads instead. */
export interface RewrittenOutput {
  end: number
  text: string
}

/** The filter behind `??` in outputs; no author can write its name, because `??` itself is rewritten. */
export const OUTPUT_FALLBACK = '??'

const RAW = /\|\s*raw\s*$/

/**
 * Rewrites the output that begins at `begin` when it has a `??` or a name with spaces;
 * null leaves it to Liquid as it stands. `isFilter` tells a filter after a fallback from
 * a fallback that has a bar in it.
 */
export function rewriteOutput(
  input: string,
  begin: number,
  isFilter: (name: string) => boolean,
): RewrittenOutput | null {
  const isTrimmed = input[begin + 2] === '-'
  const from = begin + (isTrimmed ? 3 : 2)
  const stop = endOfValue(input, from)
  if (stop === -1) return null
  const value = input.slice(from, stop)
  const opening = isTrimmed ? '{{-' : '{{'
  if (input.startsWith('}}', stop)) {
    const isTrimmedRight = value.endsWith('-')
    const plain = isTrimmedRight ? value.slice(0, -1) : value
    const named = nameInBrackets(plain)
    if (named === plain) return null
    return { end: stop + 2, text: `${opening} ${named} ${isTrimmedRight ? '-' : ''}}}` }
  }
  const fallback = readFallback(input, stop + 2, isFilter)
  if (fallback === null) return null
  const text = `${opening} ${withFallback(value, fallback)} ${fallback.isTrimmed ? '-' : ''}}}`
  return { end: fallback.end, text }
}

interface Fallback {
  text: string
  /** Filters over the value or its fallback, with their bar. */
  filters: string
  isTrimmed: boolean
  end: number
}

function withFallback(value: string, { text, filters }: Fallback): string {
  const name = value.trim() === '' ? 'nil' : nameInBrackets(value)
  // To Liquid an output is raw by its last filter.
  const isRaw = filters === '' && RAW.test(value)
  return `${name} | ${OUTPUT_FALLBACK}: ${quoted(text)} ${isRaw ? '| raw ' : filters}`
}

function nameInBrackets(value: string): string {
  const bar = firstOutsideQuotes(value, 0, ['|'])
  return bar === -1 ? bracketSpacedName(value) : `${bracketSpacedName(value.slice(0, bar))} ${value.slice(bar)}`
}

function endOfValue(input: string, from: number): number {
  return firstOutsideQuotes(input, from, ['}}', '??'])
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

function readFallback(input: string, after: number, isFilter: (name: string) => boolean): Fallback | null {
  const begin = skipBlank(input, after)
  const end = endOfQuotedFallback(input, begin)
  if (end !== -1) {
    const close = firstOutsideQuotes(input, end, ['}}'])
    if (close === -1) return null
    const rest = input.slice(end, close)
    const bar = rest.indexOf('|')
    const isTrimmed = rest.endsWith('-')
    const filters = bar === -1 ? '' : rest.slice(bar, isTrimmed ? -1 : undefined)
    return { text: unquoted(input.slice(begin, end)), filters, isTrimmed, end: close + 2 }
  }
  // Unquoted text may hold an apostrophe, so it simply ends with the output.
  const close = input.indexOf('}}', begin)
  return close === -1 ? null : unquotedFallback(input.slice(begin, close), close + 2, isFilter)
}

function unquotedFallback(written: string, end: number, isFilter: (name: string) => boolean): Fallback {
  const isTrimmed = written.endsWith('-')
  const all = isTrimmed ? written.slice(0, -1) : written
  const bar = all.indexOf('|')
  const name = bar === -1 ? '' : (/^\|\s*([\w-]+)\s*(?=[:|]|$)/.exec(all.slice(bar))?.[1] ?? '')
  const [literal, filters] = isFilter(name) ? [all.slice(0, bar), all.slice(bar)] : [all, '']
  // Of several fallbacks the first is used: it is text, and so never missing.
  return { text: (literal.split('??')[0] ?? '').trim(), filters, isTrimmed, end }
}

// A quote opens a quoted fallback only where its partner ends one: an apostrophe does not.
function endOfQuotedFallback(input: string, begin: number): number {
  if (input[begin] !== '"' && input[begin] !== "'") return -1
  const end = endOfQuoted(input, begin)
  if (end === -1) return -1
  const next = skipBlank(input, end)
  return ['}}', '-}}', '??', '|'].some((mark) => input.startsWith(mark, next)) ? end : -1
}

function skipBlank(input: string, from: number): number {
  let p = from
  while (p < input.length && /\s/.test(input.charAt(p))) p += 1
  return p
}
