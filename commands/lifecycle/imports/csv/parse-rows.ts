import * as csv from 'csv-parse/sync'
import {
  parseRows as parseRowsBy,
  type CsvPart,
  type RowsParsed,
} from '../../../../models/domain/csv-rows/parse-rows.js'

/** Reads up to `maxRows` rows of a part of a file, as the dashboard does. */
export function parseRows(part: CsvPart, maxRows: number): RowsParsed {
  return parseRowsBy(csv, part, maxRows)
}
