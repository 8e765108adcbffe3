// A name may contain spaces and every character without a meaning in Liquid.
const NAME = /[^\s"'()[\]{}|:,=<>!]+(?:\s+[^\s"'()[\]{}|:,=<>!]+)*/y
const BRACKETS = /\[(?:"[^"]*"|'[^']*'|[^\]"'])*\]/y

/**
 * The text with each name of several words, such as `first name` or the end of `data["address"].zip code`, as the
 * bracket lookup Liquid understands.
 */
export function bracketSpacedName(text: string): string {
  const path = text.trim()
  let written = ''
  for (let p = 0; p < path.length;) {
    const brackets = matchAt(BRACKETS, path, p)
    const name = brackets === '' ? matchAt(NAME, path, p) : ''
    if (brackets === '' && name === '') return text
    written += brackets + (/\s/.test(name) ? bracketed(name.replace(/^\./, '')) : name)
    p += brackets.length + name.length
  }
  return written === path ? text : written
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

/** A bracket lookup of a literal key; line breaks an editor made inside it count as spaces. */
export function bracketed(name: string): string {
  return `[${quoted(name.replaceAll(/\s+/g, ' '))}]`
}

/** A Liquid string literal. */
export function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

/** Where the quoted string that begins at `from` ends (exclusive), or -1 when it is not closed. */
export function endOfQuoted(input: string, from: number): number {
  const quote = input[from]
  for (let p = from + 1; p < input.length; p += 1) {
    if (input[p] === '\\') p += 1
    else if (input[p] === quote) return p + 1
  }
  return -1
}

/** The text between the quotes of a string literal. */
export function unquoted(literal: string): string {
  return literal.slice(1, -1).replaceAll(/\\(["'\\])/g, '$1')
}
