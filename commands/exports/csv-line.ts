import { writeCell } from '../../models/domain/csv-cell.js'

// RFC 4180, 2.6: cells with these characters are quoted.
const QUOTED = /[",\r\n]/

/** A line of a CSV file (RFC 4180) with the values of a row. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(cellOf).join(',')}\r\n`
}

function cellOf(value: unknown): string {
  const cell = writeCell(value)
  return QUOTED.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
