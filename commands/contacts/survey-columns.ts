import { addCell, columnType, NO_CELLS, type ColumnState } from '../../models/domain/column-types.js'
import { escapeKey, type FieldType } from '../../models/domain/fields.js'
import { readHeader } from '../../models/domain/import-columns.js'
import { hasSurplus } from '../../models/domain/import-row.js'
import { trimText } from '../../models/domain/trim-text.js'
import { Field } from '../../models/field.js'
import type { ImportInput } from '../../models/import-job.js'
import type { JobRef } from '../jobs/advance-job.js'
import { readRows } from './read-rows.js'

// The rows of one read. Other work of the process goes on between two reads.
const ROWS = 1_000

/**
 * Decides the type of each column of a custom field over the whole file. Returns the types in the order of the columns;
 * null when the file is gone. The cells of rows that are refused for another reason count too. The cells of rows that
 * are broken or have more cells than the header do not count, because they may belong to other columns. A field that is
 * text in the project stays text, so that a second file does not store numbers beside the texts of the first. A locale
 * is always text.
 */
export async function surveyColumns(ref: JobRef, input: ImportInput): Promise<FieldType[] | null> {
  const columns = readHeader(input.header, input.map)
  const states: ColumnState[] = columns.fields.map(() => NO_CELLS)
  const cursor = { bytes: input.startBytes, row: 1 }
  while (cursor.bytes < input.sizeBytes) {
    const parsed = await readRows(ref, input, cursor, ROWS)
    if (!parsed) return null
    for (const { cells } of parsed.rows) {
      if (!cells || hasSurplus(cells, columns)) continue
      for (const [index, { position }] of columns.fields.entries()) {
        const cell = trimText(cells[position] ?? '')
        if (cell !== '') states[index] = addCell(states[index] ?? NO_CELLS, cell)
      }
    }
    cursor.bytes += parsed.sizeBytes
    cursor.row = parsed.lastRow
  }
  const texts = await findTextFields(
    ref.projectId,
    columns.fields.map(({ key }) => key),
  )
  return columns.fields.map(({ key }, index) =>
    key === 'locale' || texts.has(escapeKey(key)) ? 'string' : columnType(states[index] ?? NO_CELLS),
  )
}

/** The escaped keys among `keys` whose fields are text in the project. */
async function findTextFields(projectId: string, keys: readonly string[]): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set()
  const those = { projectId, key: { $in: keys.map(escapeKey) }, type: 'string' as const, deletedAt: null }
  return new Set((await Field.find(those, { key: 1 }).lean()).map(({ key }) => key))
}
