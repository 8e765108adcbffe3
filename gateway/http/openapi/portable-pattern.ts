const DIGIT = '0-9'
const WORD = 'A-Za-z0-9_'
// ECMA-262 22.2.2.9: `\s` is white space and ends of lines.
const SPACE = String.raw`\t\n\u000b\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff`

const CLASSES: Readonly<Record<string, string>> = { d: DIGIT, w: WORD, s: SPACE }

/**
 * A pattern in which `\d`, `\w` and `\s` are written out with their meaning in JavaScript, because they mean other
 * characters in other engines or are unknown there. Throws for one of their complements inside a class.
 */
export function portablePattern(source: string): string {
  let isInClass = false
  return source.replaceAll(/\\[\s\S]|\[|\]/g, (token) => {
    if (token === '[' || token === ']') {
      isInClass = token === '['
      return token
    }
    const letter = token.charAt(1)
    const ranges = CLASSES[letter.toLowerCase()]
    if (ranges === undefined) return token
    const isComplement = letter !== letter.toLowerCase()
    if (!isInClass) return isComplement ? `[^${ranges}]` : `[${ranges}]`
    if (isComplement) throw new Error(`The pattern ${source} has ${token} in a class`)
    return ranges
  })
}
