import { AppError } from '../../models/domain/errors.js'
import { readFieldName } from '../../models/domain/field-names.js'
import { escapeKey } from '../../models/domain/fields.js'
import { Field } from '../../models/field.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { createJob, runForAWhile } from '../jobs/advance-job.js'
import { fieldTotals } from '../contacts/contact-totals.js'
import { deleteFieldSlice, type FieldDeletion } from './delete-field-slice.js'
import { forgetField } from './known-fields.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'

const WITHIN_REQUEST_MS = 4_000

/**
 * Deletes a custom field by its name: the project no longer knows it, and every contact loses it, within the request
 * as far as time allows and by a durable job after that. A contact that gets the key again makes the field known
 * again. Throws BAD_REQUEST for a standard field.
 */
export async function deleteField(
  projectId: string,
  name: string,
): Promise<{ deletedFrom: number; entries: OutboxEntry[] }> {
  const named = readFieldName(name)
  if ('standard' in named) throw new AppError('BAD_REQUEST', `${named.standard} is a field of every contact`)
  const key = escapeKey(named.key)
  const { fields } = await fieldTotals(projectId)
  const total = fields.find((field) => field.key === key)?.count ?? 0
  const input: FieldDeletion = { key, before: databaseNow(), total }
  const job = await inTransaction(async (session) => {
    const deleted = await Field.updateOne(
      { projectId, key, deletedAt: null },
      { $set: { deletedAt: input.before } },
      { session },
    )
    if (deleted.modifiedCount === 0) return null
    return createJob({ projectId, kind: 'DELETE_FIELD', input, result: { removed: 0, keptType: null } }, session)
  })
  if (!job) return { deletedFrom: 0, entries: [] }
  forgetField(projectId, named.key)
  const done = await runForAWhile({ projectId, jobId: job.jobId }, deleteFieldSlice, WITHIN_REQUEST_MS)
  return { deletedFrom: total, entries: [...done.entries, ...(done.isDone ? [] : job.entries)] }
}
