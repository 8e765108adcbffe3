import { AppError } from '../../../models/domain/errors.js'
import { customFieldName, matchesPattern, readFieldName } from '../../../models/domain/field-names.js'
import { escapeKey, unescapeKey } from '../../../models/domain/fields.js'
import { Field } from '../../../models/field.js'
import { createBegunJob, runForAWhile } from '../../base/jobs/advance-job.js'
import { inQuotaTransaction } from '../../base/quotas/in-quota-transaction.js'
import { countFields } from '../../audience/fields/count-fields.js'
import { deleteFieldSlice, type FieldDeletion } from './delete-field-slice.js'
import { findUsedFields } from './find-field-usage.js'
import { forgetField } from '../../base/records/known-fields.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'

const WITHIN_REQUEST_MS = 4_000

/**
 * Deletes a custom field by its name: the project no longer knows the field, and every contact loses it. The request
 * itself removes the field from contacts for a few seconds; a durable job does the rest. A contact that gets the key
 * again makes the field known again. Throws BAD_REQUEST for a standard field.
 */
export async function deleteField(
  projectId: string,
  name: string,
): Promise<{ deletedFrom: number; isEstimate: boolean }> {
  const named = readFieldName(name)
  if ('standard' in named)
    throw new AppError('BAD_REQUEST', `${named.standard} is a standard field and cannot be deleted`)
  const key = escapeKey(named.key)
  const { fields, isEstimate } = await countFields(projectId)
  const field = fields.find((each) => each.key === key)
  const deleted = await deleteKeys(projectId, [key], field?.count ?? 0)
  if (!field || deleted.length === 0) return { deletedFrom: 0, isEstimate: false }
  return { deletedFrom: field.count, isEstimate }
}

/** The result of `deleteFields`. */
export interface FieldsDeleted {
  /** The names of the fields that are deleted, or that a dry run would delete, sorted. */
  fields: string[]
  /** The names of the fields that are kept because segments, campaigns or workflows refer to them, sorted. */
  used: string[]
}

/**
 * Deletes the custom fields whose names match a pattern, as `deleteField` does, but all in one job. Fields that
 * segments, campaigns or workflows refer to are kept. With `isDryRun` nothing changes.
 */
export async function deleteFields(
  projectId: string,
  pattern: string,
  { isDryRun }: { isDryRun: boolean },
): Promise<FieldsDeleted> {
  const [{ fields: all }, usedKeys] = await Promise.all([countFields(projectId), findUsedFields(projectId)])
  const matching = all.filter(({ key }) => matchesPattern(customFieldName(unescapeKey(key)), pattern))
  const isUsed = ({ key }: { key: string }): boolean => usedKeys.has(unescapeKey(key))
  const unused = matching.filter((field) => !isUsed(field))
  const used = namesOf(matching.filter(isUsed).map(({ key }) => key))
  const keys = unused.map(({ key }) => key)
  if (isDryRun || keys.length === 0) return { fields: namesOf(keys), used }
  const total = Math.max(...unused.map(({ count }) => count))
  return { fields: namesOf(await deleteKeys(projectId, keys, total)), used }
}

function namesOf(keys: readonly string[]): string[] {
  return keys.map((key) => customFieldName(unescapeKey(key))).toSorted()
}

/** Deletes fields by their escaped keys; returns the keys of the fields that the project still had. */
async function deleteKeys(projectId: string, keys: string[], total: number): Promise<string[]> {
  const before = databaseNow()
  const begun = await inQuotaTransaction(projectId, async (session) => {
    const present = { projectId, key: { $in: keys }, deletedAt: null }
    const deleted = (await Field.find(present, { key: 1 }, { session }).lean()).map(({ key }) => key)
    if (deleted.length === 0) return null
    await Field.updateMany(present, { $set: { deletedAt: before } }, { session })
    const input: FieldDeletion = { keys: deleted, before, total }
    const job = await createBegunJob(
      { projectId, kind: 'DELETE_FIELD', input, result: { removed: 0, kept: [] } },
      session,
    )
    return { job, deleted }
  })
  if (!begun) return []
  for (const key of begun.deleted) forgetField(projectId, unescapeKey(key))
  await runForAWhile(begun.job, deleteFieldSlice, WITHIN_REQUEST_MS)
  return begun.deleted
}
