import type { ClientSession } from 'mongoose'
import { Contact, type ContactRecord } from '../../models/contact.js'
import { notFound } from '../../models/domain/errors.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { createJob, runForAWhile, type JobRef } from '../jobs/advance-job.js'
import { uncountIn } from './count-contacts.js'
import { eraseContactsSlice, stopContacts } from './erase-contacts-slice.js'
import { waitForHandOver } from '../emails/wait-for-hand-over.js'
import { waitForCalls } from '../executions/step-call.js'

const ERASING_MS = 3_000

/**
 * Deletes a contact. When it returns, the executions of the contact are cancelled and nothing more is sent to it:
 * waiting messages are withdrawn, and a message or webhook that was leaving is waited for, for `patienceMs` at most.
 * Other personal data is removed within the request as far as time allows, and by a durable job after that.
 * Throws CONTACT_NOT_FOUND.
 */
export async function deleteContact(
  { projectId, contactId }: { projectId: string; contactId: string },
  patienceMs = 5_000,
): Promise<OutboxEntry[]> {
  const { deleted, erasure, entries } = await inTransaction((session) =>
    deleteContactsIn(session, projectId, [contactId]),
  )
  if (deleted.length === 0 || !erasure) throw notFound('contact', contactId)
  const stopped = await stopContacts(projectId, [contactId])
  await waitForHandOver({ projectId, contactId }, patienceMs)
  await waitForCalls({ projectId, contactId }, patienceMs)
  const erased = await runForAWhile(erasure, eraseContactsSlice, ERASING_MS)
  return [...stopped, ...erased.entries, ...(erased.isDone ? [] : entries)]
}

/** The contacts that a deletion found, and the job that removes their other personal data. */
export interface ContactsDeleted {
  deleted: ContactRecord[]
  erasure: JobRef | null
  entries: OutboxEntry[]
}

/**
 * Deletes up to a few hundred contacts inside a transaction, with the job that cancels their executions and
 * removes their personal data. From the commit on nothing more is sent to them, because the eligibility check right
 * before each message reads its contact.
 */
export async function deleteContactsIn(
  session: ClientSession,
  projectId: string,
  contactIds: string[],
): Promise<ContactsDeleted> {
  const deleted = await Contact.find({ _id: { $in: contactIds }, projectId }, null, { session }).lean()
  if (deleted.length === 0) return { deleted, erasure: null, entries: [] }
  const ids = deleted.map(({ _id }) => _id)
  await Contact.deleteMany({ _id: { $in: ids }, projectId }, { session })
  await uncountIn(session, projectId, deleted)
  const { jobId, entries } = await createJob({ projectId, kind: 'ERASE_CONTACTS', input: { contactIds: ids } }, session)
  return { deleted, erasure: { projectId, jobId }, entries }
}
