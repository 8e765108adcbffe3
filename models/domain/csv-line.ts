import { withoutFormulas } from './csv-formula.js'

// RFC 4180, 2.6: cells with these characters are quoted.
const QUOTED = /[",\r\n]/

/** Begins a CSV file for people: by this mark, spreadsheet programs know that it is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** A row of a CSV file (RFC 4180) with its line end. */
export function writeLine(cells: readonly string[]): string {
  return `${cells.map(quote).join(',')}\r\n`
}

/** A row of texts for people, with its line end: in a text that would be a formula, an apostrophe stands before it. */
export function writeTextLine(cells: readonly string[]): string {
  return writeLine(cells.map(withoutFormulas))
}

function quote(cell: string): string {
  return QUOTED.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
