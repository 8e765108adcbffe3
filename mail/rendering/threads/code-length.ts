import { endOfQuoted } from '../spaced-names.js'

/**
 * The number of characters of a template that stand in its tags and outputs, which decide the cost of parsing. The
 * count is never too low, but it is too high where quotation marks make the end of a tag ambiguous. Counting stops
 * above `most`.
 */
export function codeLength(source: string, most: number): number {
  let length = 0
  for (let p = nextCode(source, 0); p !== -1 && length <= most;) {
    const begin = p + 2
    const close = source[p + 1] === '{' ? '}}' : '%}'
    const found = source.indexOf(close, begin)
    const nearest = found === -1 ? source.length : found
    length += endOutsideQuotes(source, { begin, close, nearest, most }) - begin
    p = nextCode(source, nearest)
  }
  return length
}

function nextCode(source: string, from: number): number {
  for (let p = source.indexOf('{', from); p !== -1; p = source.indexOf('{', p + 1)) {
    if (source[p + 1] === '{' || source[p + 1] === '%') return p
  }
  return -1
}

interface Code {
  begin: number
  close: string
  nearest: number
  most: number
}

/** The end of code where ends within quotes do not count; `nearest` where there are no such quotes. */
function endOutsideQuotes(source: string, { begin, close, nearest, most }: Code): number {
  let p = begin
  while (p < source.length && p - begin <= most) {
    if (p >= nearest && source.startsWith(close, p)) return p
    const isQuote = source[p] === '"' || source[p] === "'"
    const end = isQuote ? endOfQuoted(source, p) : p + 1
    // One reader takes a quote without a partner for an ordinary character. For another reader, the quote hides every
    // end.
    if (end === -1) return source.length
    p = end
  }
  return p
}
