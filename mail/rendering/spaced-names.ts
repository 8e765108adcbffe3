/** A bracket lookup of a literal key. Line breaks that an editor made inside the key count as spaces. */
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
