import { writeCell } from '../../../models/domain/csv-cell.js'
import { writeLine } from '../../../models/domain/csv-line.js'

/** A line of a CSV file (RFC 4180) with the values of a row. */
export function csvLine(values: readonly unknown[]): string {
  return writeLine(values.map(writeCell))
}
