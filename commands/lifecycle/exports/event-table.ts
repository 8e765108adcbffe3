import { unescapeData } from '../../../models/domain/fields.js'
import { Event, type EventRecord } from '../../../models/event.js'
import type { ExportFilters } from '../../../models/export-job.js'
import { createdWithin } from './created-within.js'
import { NEWEST_FIRST, withColumns, type Column, type ExportTable } from './export-table.js'

const COLUMNS: readonly Column<EventRecord>[] = [
  ['id', ({ _id }) => _id],
  ['createdAt', ({ createdAt }) => createdAt],
  ['name', ({ name }) => name],
  ['contactId', ({ contactId }) => contactId],
  ['emailId', ({ emailId }) => emailId],
  ['data', ({ data }) => unescapeData(data ?? {})],
]

/** The events of a project that existed at `now`, newest first. */
export function eventTable(
  projectId: string,
  { name, contactId, ...range }: ExportFilters['events'],
  now: Date,
): ExportTable {
  const shape = { ...(name === undefined ? {} : { name }), ...(contactId === undefined ? {} : { contactId }) }
  return {
    collection: Event.collection,
    base: { projectId, ...shape, ...createdWithin(range, now) },
    order: NEWEST_FIRST,
    ...withColumns(COLUMNS),
  }
}
