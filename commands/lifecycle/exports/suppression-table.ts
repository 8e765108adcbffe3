import type { ExportFilters } from '../../../models/export-job.js'
import { Suppression, type SuppressionRecord } from '../../../models/suppression.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { inForce } from '../../audience/contacts/suppressions-in-force.js'
import { BY_ADDRESS, withColumns, type Column, type ExportTable } from './export-table.js'

const COLUMNS: readonly Column<SuppressionRecord>[] = [
  ['email', ({ email }) => email],
  ['reason', ({ reason }) => reason],
]

/** The suppressions of a project that are in force, by address. */
export function suppressionTable(projectId: string, { reason }: ExportFilters['suppressions']): ExportTable {
  return {
    collection: Suppression.collection,
    base: { projectId },
    condition: { ...inForce(databaseNow()), ...(reason === undefined ? {} : { reason }) },
    order: BY_ADDRESS,
    ...withColumns(COLUMNS),
  }
}
