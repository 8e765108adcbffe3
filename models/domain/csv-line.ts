// A text that begins so is a formula for spreadsheet programs (OWASP, CSV Injection), unless it is a number.
const FORMULA = /^[=+\-@\t\r＝＋－＠]/
const NUMBER = /^[+-]?[\d\s.,]*$/
const QUOTED = /[",\r\n]/

/** A row of a CSV file (RFC 4180) with its line end. A text that would be a formula begins with an apostrophe. */
export function writeTextLine(cells: readonly string[]): string {
  return `${cells.map(writeText).join(',')}\r\n`
}

function writeText(cell: string): string {
  const text = FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
