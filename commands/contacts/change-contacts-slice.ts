import type { ClientSession } from 'mongoose'
import type { BulkCursor, BulkInput, BulkJob, BulkResult, ContactQuery } from '../../models/bulk-job.js'
import { Contact } from '../../models/contact.js'
import { MAX_NAMED_ERRORS } from '../../models/job.js'
import { addressContaining } from '../address-spellings.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { advanceJob, NOTHING_LEFT, openJob, type JobRef, type SliceDone } from '../jobs/advance-job.js'
import { ContactBook } from './contact-book.js'
import { deleteContactsIn } from './delete-contacts.js'
import { evaluateSegments } from '../reactions/evaluate-segments.js'

const BATCH = 250

/** The outcome of a batch: the contacts that changed, and those that were in the wanted state already. */
interface BatchDone {
  changed: string[]
  unchanged: string[]
}

/**
 * Changes the next contacts of a bulk job. One transaction changes and counts them, stores the events of changed
 * subscriptions, and advances the job. The next slice first evaluates the tracked segments of the contacts that this
 * slice changed.
 */
export async function changeContactsSlice(ref: JobRef): Promise<SliceDone> {
  const job = await openJob<BulkInput, BulkCursor, BulkResult>(ref)
  if (!job) return NOTHING_LEFT
  const from = job.cursor ?? { done: 0, afterId: '', matched: await countMatching(job), changedIds: [] }
  if (from.changedIds.length > 0) await evaluateSegments(ref.projectId, from.changedIds)
  const ids = await nextIds(job, from)
  return inTransaction(async (session) => {
    const batch = await changeBatch(session, job, ids)
    const result = addTo(job, from, ids, batch)
    // A deleted contact has no segments to evaluate.
    const changedIds = job.input.operation === 'delete' ? [] : batch.changed
    const isDone = ids.length < BATCH && changedIds.length === 0
    const cursor = { ...from, done: from.done + ids.length, afterId: ids.at(-1) ?? from.afterId, changedIds }
    const progress = from.matched > 0 ? (cursor.done / from.matched) * 100 : 100
    await advanceJob(session, job, { cursor, progress, result, isDone })
    return { isDone, progress }
  })
}

async function countMatching(job: BulkJob): Promise<number> {
  const { input } = job
  return input.mode === 'ids' ? input.contactIds.length : Contact.countDocuments(matching(job, input))
}

async function nextIds(job: BulkJob, { done, afterId }: BulkCursor): Promise<string[]> {
  const { input } = job
  if (input.mode === 'ids') return input.contactIds.slice(done, done + BATCH)
  const contacts = await Contact.find({ $and: [matching(job, input), { _id: { $gt: afterId } }] }, { _id: 1 })
    .sort({ _id: 1 })
    .limit(BATCH)
    .lean()
  return contacts.map(({ _id }) => _id)
}

/** The filter for the contacts of a query. A contact created after the request is not one of them. */
function matching({ projectId, createdAt }: BulkJob, { filter: { search, subscribed }, excludeIds }: ContactQuery) {
  return {
    projectId,
    createdAt: { $lte: createdAt },
    ...(search ? { email: addressContaining(search) } : {}),
    ...(subscribed === undefined ? {} : { subscribed }),
    ...(excludeIds.length > 0 ? { _id: { $nin: excludeIds } } : {}),
  }
}

async function changeBatch(session: ClientSession, { projectId, input }: BulkJob, ids: string[]): Promise<BatchDone> {
  if (ids.length === 0) return { changed: [], unchanged: [] }
  if (input.operation === 'delete') {
    return { changed: await deleteContactsIn(session, projectId, ids), unchanged: [] }
  }
  const subscribed = input.operation === 'subscribe'
  const book = await ContactBook.open(session, projectId, { ids })
  const done: BatchDone = { changed: [], unchanged: [] }
  for (const contact of book.contacts) {
    const list = contact.subscribed === subscribed ? done.unchanged : done.changed
    list.push(contact._id)
    book.setSubscription(contact._id, { subscribed, source: 'bulk' })
  }
  await book.write({ isCounted: true })
  return done
}

function addTo({ input, result }: BulkJob, from: BulkCursor, ids: string[], batch: BatchDone): BulkResult {
  const handled = new Set([...batch.changed, ...batch.unchanged])
  // A query names no ids: a contact that it matched and that was deleted meanwhile is no failure.
  const missing = input.mode === 'ids' ? ids.filter((id) => !handled.has(id)) : []
  const counts = {
    successCount: result.successCount + batch.changed.length,
    unchangedCount: result.unchangedCount + batch.unchanged.length,
    failureCount: result.failureCount + missing.length,
  }
  const processedCount = counts.successCount + counts.unchangedCount + counts.failureCount
  const isLast = ids.length < BATCH
  const failures = missing.map((contactId) => ({ contactId, email: null, error: 'Contact not found' }))
  return {
    ...result,
    ...counts,
    totalRequested: isLast ? processedCount : Math.max(processedCount, from.matched),
    errors: [...result.errors, ...failures].slice(0, MAX_NAMED_ERRORS),
  }
}
