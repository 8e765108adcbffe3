import type { ClientSession } from 'mongoose'
import type { BulkCursor, BulkInput, BulkJob, BulkResult } from '../../../models/bulk-job.js'
import { Contact } from '../../../models/contact.js'
import { MAX_NAMED_ERRORS } from '../../../models/job.js'
import { AppError } from '../../../models/domain/errors.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { advanceJob, failJob, NOTHING_LEFT, openJob, type JobRef, type SliceDone } from '../../base/jobs/advance-job.js'
import { keepSuppressed } from '../../audience/contacts/by-suppression.js'
import { ContactBook } from '../../audience/contacts/contact-book.js'
import { findInBatch, nextContactBatch } from '../../audience/contacts/contact-batches.js'
import { deleteContactsIn } from '../erasure/delete-contacts.js'
import { evaluateSegments } from '../../automation/reactions/evaluate-segments.js'
import type { SegmentRef } from '../../audience/segments/find-segment.js'
import { joinSegmentIn, requireStatic } from '../../audience/segments/join-segment.js'
import { estimateSelected, selectedContacts, type SelectedContacts } from '../../audience/contacts/selected-contacts.js'

const BATCH = 250

/** The next contacts of a job. */
interface NextContacts {
  ids: string[]
  afterId: string
  isLast: boolean
}

/** The outcome of a batch: the contacts that changed, and those that were in the wanted state already. */
interface BatchDone {
  changed: string[]
  unchanged: string[]
}

/**
 * Changes the next contacts of a bulk job. One transaction changes and counts them, stores the events of changed
 * subscriptions, and advances the job. The next slice first evaluates the tracked segments of the contacts that this
 * slice changed; the outbox does that for contacts that join a segment. A job fails whose segment or campaign was
 * deleted meanwhile.
 */
export async function changeContactsSlice(ref: JobRef): Promise<SliceDone> {
  const job = await openJob<BulkInput, BulkCursor, BulkResult>(ref)
  if (!job) return NOTHING_LEFT
  if (job.cursor) await evaluateAfter(job, job.cursor)
  let contacts: SelectedContacts | null
  try {
    contacts = await matching(job)
    await requireJoinable(job)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await failJob(ref, error.message)
    return NOTHING_LEFT
  }
  return changeNext(job, contacts)
}

/** What follows from the changes of the last slice, so that a crash between the two loses nothing. */
async function evaluateAfter({ projectId }: BulkJob, { changedIds }: BulkCursor): Promise<void> {
  if (changedIds.length > 0) await evaluateSegments(projectId, changedIds)
}

async function requireJoinable({ projectId, input: { joinedId } }: BulkJob): Promise<void> {
  if (joinedId !== undefined) await requireStatic({ projectId, segmentId: joinedId })
}

async function changeNext(job: BulkJob, contacts: SelectedContacts | null): Promise<SliceDone> {
  const from = job.cursor ?? (await begin(job, contacts))
  const { ids, afterId, isLast } = await nextContacts(job, contacts, from)
  return inTransaction(async (session) => {
    const batch = await changeBatch(session, job, ids)
    const result = addTo(job, from, { ids, isLast }, batch)
    const changedIds = toFollow(job, batch)
    const isDone = isLast && changedIds.length === 0
    const cursor = { ...from, done: from.done + ids.length, afterId, changedIds }
    const progress = from.matched > 0 ? (cursor.done / from.matched) * 100 : 100
    await advanceJob(session, job, { cursor, progress, result, isDone })
    return { isDone, progress }
  })
}

/**
 * The contacts whose segments the next slice evaluates. A deleted contact has none, and the entries of contacts that
 * have joined a segment evaluate theirs.
 */
function toFollow({ input: { operation } }: BulkJob, { changed }: BatchDone): string[] {
  return operation === 'delete' || operation === 'join' ? [] : changed
}

async function begin(job: BulkJob, contacts: SelectedContacts | null): Promise<BulkCursor> {
  const matched = contacts ? await estimateSelected(job.projectId, contacts) : namedBy(job).length
  return { done: 0, afterId: '', matched, changedIds: [] }
}

async function nextContacts(
  job: BulkJob,
  contacts: SelectedContacts | null,
  { done, afterId }: BulkCursor,
): Promise<NextContacts> {
  if (!contacts) {
    const ids = namedBy(job).slice(done, done + BATCH)
    return { ids, afterId: ids.at(-1) ?? afterId, isLast: ids.length < BATCH }
  }
  const batch = await nextContactBatch(job.projectId, afterId === '' ? null : afterId)
  const { query: condition, isSuppressed } = contacts
  const { found, until } = await findInBatch(batch, { condition, shown: ['email'], limit: BATCH })
  const kept = isSuppressed === undefined ? found : await keepSuppressed(job.projectId, found, isSuppressed)
  const ids = kept.map(({ _id }) => _id)
  return { ids, afterId: until ?? found.at(-1)?._id ?? afterId, isLast: until === null }
}

/** The contacts that a job selects, which existed at its request; null for a job that names them. */
async function matching({ projectId, createdAt, input }: BulkJob): Promise<SelectedContacts | null> {
  if (input.mode === 'ids') return null
  const { filter, excludeIds } = input
  const excluded = excludeIds.length > 0 ? { _id: { $nin: excludeIds } } : {}
  const { query, isSuppressed } = await selectedContacts(projectId, filter)
  return { query: { $and: [query, { createdAt: { $lte: createdAt }, ...excluded }] }, isSuppressed }
}

function namedBy({ input }: BulkJob): string[] {
  return input.mode === 'ids' ? input.contactIds : []
}

async function changeBatch(session: ClientSession, { projectId, input }: BulkJob, ids: string[]): Promise<BatchDone> {
  if (ids.length === 0) return { changed: [], unchanged: [] }
  if (input.operation === 'delete') {
    return { changed: await deleteContactsIn(session, projectId, ids), unchanged: [] }
  }
  if (input.joinedId !== undefined) return joinBatch(session, { projectId, segmentId: input.joinedId }, ids)
  const subscribed = input.operation === 'subscribe'
  const book = await ContactBook.open(session, projectId, { ids })
  const done: BatchDone = { changed: [], unchanged: [] }
  for (const contact of book.contacts) {
    const list = contact.subscribed === subscribed ? done.unchanged : done.changed
    list.push(contact._id)
    book.setSubscription(contact._id, { subscribed, source: 'bulk' })
  }
  await book.write({ isOfJob: true })
  return done
}

async function joinBatch(session: ClientSession, ref: SegmentRef, ids: string[]): Promise<BatchDone> {
  const filter = { projectId: ref.projectId, _id: { $in: ids } }
  const contacts = await Contact.find(filter, { segments: 1 }, { session }).lean()
  const isMember = ({ segments }: (typeof contacts)[number]): boolean => segments.includes(ref.segmentId)
  const changed = contacts.filter((contact) => !isMember(contact)).map(({ _id }) => _id)
  await joinSegmentIn(session, ref, new Set(changed))
  return { changed, unchanged: contacts.filter(isMember).map(({ _id }) => _id) }
}

function addTo(
  { input, result }: BulkJob,
  from: BulkCursor,
  { ids, isLast }: Pick<NextContacts, 'ids' | 'isLast'>,
  batch: BatchDone,
): BulkResult {
  const handled = new Set([...batch.changed, ...batch.unchanged])
  // A query names no ids: a contact that it matched and that was deleted meanwhile is no failure.
  const missing = input.mode === 'ids' ? ids.filter((id) => !handled.has(id)) : []
  const counts = {
    successCount: result.successCount + batch.changed.length,
    unchangedCount: result.unchangedCount + batch.unchanged.length,
    failureCount: result.failureCount + missing.length,
  }
  const processedCount = counts.successCount + counts.unchangedCount + counts.failureCount
  const failures = missing.map((contactId) => ({ contactId, email: null, error: 'Contact not found' }))
  return {
    ...result,
    ...counts,
    totalRequested: isLast ? processedCount : Math.max(processedCount, from.matched),
    errors: [...result.errors, ...failures].slice(0, MAX_NAMED_ERRORS),
  }
}
