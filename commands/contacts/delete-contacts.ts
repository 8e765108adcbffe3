import type { ClientSession } from 'mongoose'
import { Contact, type ContactRecord } from '../../models/contact.js'
import { notFound } from '../../models/domain/errors.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { createBegunJob, createJob, runForAWhile, type NewJob } from '../jobs/advance-job.js'
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
): Promise<void> {
  const erasure = await inTransaction(async (session) => {
    const deleted = await removeIn(session, projectId, [contactId])
    if (deleted.length === 0) throw notFound('contact', contactId)
    return createBegunJob(erasureOf(projectId, deleted), session)
  })
  await stopContacts(projectId, [contactId])
  await waitForHandOver({ projectId, contactId }, patienceMs)
  await waitForCalls({ projectId, contactId }, patienceMs)
  await runForAWhile(erasure, eraseContactsSlice, ERASING_MS)
}

/**
 * Deletes up to a few hundred contacts inside a transaction, with the job that cancels their executions and
 * removes their personal data. From the commit on nothing more is sent to them, because the eligibility check right
 * before each message reads its contact. Returns those that it found.
 */
export async function deleteContactsIn(
  session: ClientSession,
  projectId: string,
  contactIds: string[],
): Promise<ContactRecord[]> {
  const deleted = await removeIn(session, projectId, contactIds)
  if (deleted.length > 0) await createJob(erasureOf(projectId, deleted), session)
  return deleted
}

async function removeIn(session: ClientSession, projectId: string, contactIds: string[]): Promise<ContactRecord[]> {
  const deleted = await Contact.find({ _id: { $in: contactIds }, projectId }, null, { session }).lean()
  if (deleted.length === 0) return []
  const ids = deleted.map(({ _id }) => _id)
  await Contact.deleteMany({ _id: { $in: ids }, projectId }, { session })
  await uncountIn(session, projectId, deleted)
  return deleted
}

function erasureOf(projectId: string, deleted: readonly ContactRecord[]): NewJob {
  return { projectId, kind: 'ERASE_CONTACTS', input: { contactIds: deleted.map(({ _id }) => _id) } }
}
