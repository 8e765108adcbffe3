import { addCell, addValue, columnType, NO_CELLS, type ColumnState } from '../../../models/domain/column-types.js'
import { readCell } from '../../../models/domain/csv-cell.js'
import { escapeKey, type FieldType } from '../../../models/domain/fields.js'
import type { FieldColumn, ImportColumns } from '../../../models/domain/import-columns.js'
import { hasSurplus, type FileRow } from '../../../models/domain/import-row.js'
import { trimText } from '../../../models/domain/trim-text.js'
import { Field } from '../../../models/field.js'
import type { ColumnSurvey, ImportInput } from '../../../models/import-job.js'
import type { JobRef } from '../../base/jobs/advance-job.js'
import { readRows } from './read-rows.js'

// The rows of one read. Other work of the process goes on between two reads.
const ROWS = 5_000
// So many bytes take about as long as the rows that a slice imports.
const SLICE_BYTES = 512 * 1024

/** The survey of a file of which nothing is read yet. */
export function beginSurvey({ startBytes }: ImportInput, { fields }: ImportColumns): ColumnSurvey {
  return { bytes: startBytes, row: 1, states: fields.map(() => NO_CELLS) }
}

/**
 * Reads the next part of a file for the types of its columns of custom fields. The cells of rows that are refused for
 * another reason count too. The cells of rows that are broken or have more cells than the header do not count, because
 * they may belong to other columns. Returns null when the file is gone.
 */
export async function surveyColumns(
  ref: JobRef,
  input: ImportInput,
  columns: ImportColumns,
  from: ColumnSurvey,
): Promise<ColumnSurvey | null> {
  const survey = { ...from, states: [...from.states] }
  const until = Math.min(from.bytes + SLICE_BYTES, input.sizeBytes)
  while (survey.bytes < until) {
    const parsed = await readRows(ref, input, survey, ROWS)
    if (!parsed) return null
    for (const row of parsed.rows) addRow(survey.states, row, columns)
    survey.bytes += parsed.sizeBytes
    survey.row = parsed.lastRow
  }
  return survey
}

/**
 * The types of the columns after the survey, in their order. A field that is text in the project stays text, so that a
 * second file does not store numbers beside the texts of the first. A locale is always text.
 */
export async function decideTypes(
  { projectId }: JobRef,
  { fields }: ImportColumns,
  { states }: ColumnSurvey,
): Promise<FieldType[]> {
  const texts = await findTextFields(
    projectId,
    fields.map(({ key }) => key),
  )
  return fields.map(({ key }, index) =>
    key === 'locale' || texts.has(escapeKey(key)) ? 'string' : columnType(states[index] ?? NO_CELLS),
  )
}

function addRow(states: ColumnState[], { cells }: FileRow, columns: ImportColumns): void {
  if (!cells || hasSurplus(cells, columns)) return
  for (const [index, column] of columns.fields.entries()) {
    const cell = cells[column.position]
    if (cell) states[index] = addTo(states[index] ?? NO_CELLS, cell, column)
  }
}

function addTo(state: ColumnState, cell: string, { isExact }: FieldColumn): ColumnState {
  const text = trimText(cell)
  if (text === '') return state
  return isExact ? addValue(state, readCell(text)) : addCell(state, text)
}

/** The escaped keys among `keys` whose fields are text in the project. */
async function findTextFields(projectId: string, keys: readonly string[]): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set()
  const those = { projectId, key: { $in: keys.map(escapeKey) }, type: 'string' as const, deletedAt: null }
  return new Set((await Field.find(those, { key: 1 }).lean()).map(({ key }) => key))
}
