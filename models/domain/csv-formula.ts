// A text that begins with one of these is a formula for spreadsheet programs, which may run commands and fetch pages
// (OWASP, CSV Injection). Japanese versions accept the wide forms.
const SIGN = String.raw`=+\-@＝＋－＠`
// A program that separates cells by one of these, as many European versions do, or ends the row at a line break that
// it finds in a cell, would find a formula behind it. A comma is not among them: a cell with a comma is quoted.
const SEPARATOR = String.raw`;\t|\r\n`
// What programs leave out before a formula.
const SKIPPED = String.raw`[ \\"']*`

// linear: one character behind ^.
const FORMULA = new RegExp(`^[${SIGN}\\t\\r]`)
// linear: a separator begins a match, and no skipped character is one.
const INNER_FORMULA = new RegExp(`[${SEPARATOR}]${SKIPPED}[${SIGN}]`)
// linear: a separator begins a match, and no skipped character is one.
const BEFORE_INNER_FORMULA = new RegExp(`[${SEPARATOR}](?=${SKIPPED}[${SIGN}])`, 'g')
// linear: blanks behind ^.
const SPACED_FORMULA = new RegExp(`^ *[${SIGN}\\t\\r]`)
const NUMBER = /^[+-]?[\d\s.,]*$/

/** Whether a cell of this text is a formula for a program that separates cells in any way. */
export function isFormula(text: string): boolean {
  return FORMULA.test(text) || INNER_FORMULA.test(text)
}

/** Replaces the separators of a text behind which a program would find a formula. */
export function replaceInnerSeparators(text: string, replace: (separator: string) => string): string {
  return text.replaceAll(BEFORE_INNER_FORMULA, replace)
}

/** A text that no program takes for a formula, by an apostrophe before each formula in it. A number stays. */
export function withoutFormulas(text: string): string {
  const inner = replaceInnerSeparators(text, (separator) => `${separator}'`)
  return SPACED_FORMULA.test(inner) && !NUMBER.test(inner) ? `'${inner}` : inner
}
