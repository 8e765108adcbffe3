import type { ClientSession } from 'mongoose'
import { notFound } from '../../../models/domain/errors.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { createBegunJob, createJob, runForAWhile, type NewJob } from '../../base/jobs/advance-job.js'
import { ContactBook } from '../../audience/contacts/contact-book.js'
import { eraseContactsSlice, stopContacts } from './erase-contacts-slice.js'
import { waitForSubmissions } from '../../sending/emails/wait-for-submissions.js'
import { waitForCalls } from '../../automation/executions/step-call.js'

const ERASING_MS = 3_000

/**
 * Deletes a contact. After the return, the executions of the contact are cancelled and nothing more is sent to it:
 * waiting messages are withdrawn, and the function waits for a message or webhook that is being sent, for `patienceMs`
 * at most. Other personal data is removed within the request as far as time allows, and the rest by a durable job.
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
  await waitForSubmissions({ projectId, contactId }, patienceMs)
  await waitForCalls({ projectId, contactId }, patienceMs)
  await runForAWhile(erasure, eraseContactsSlice, ERASING_MS)
}

/**
 * Deletes up to a few hundred contacts inside a transaction, and stores the job that cancels their executions and
 * removes their personal data. Nothing is sent to the contacts after the commit, because the eligibility check before
 * each message reads its contact. Returns the ids of the contacts that existed.
 */
export async function deleteContactsIn(
  session: ClientSession,
  projectId: string,
  contactIds: string[],
): Promise<string[]> {
  const deleted = await removeIn(session, projectId, contactIds)
  if (deleted.length > 0) await createJob(erasureOf(projectId, deleted), session)
  return deleted
}

async function removeIn(session: ClientSession, projectId: string, contactIds: string[]): Promise<string[]> {
  const book = await ContactBook.open(session, projectId, { ids: contactIds })
  const deleted = book.removeAll()
  await book.write({ isOfJob: true })
  return deleted
}

function erasureOf(projectId: string, contactIds: readonly string[]): NewJob {
  return { projectId, kind: 'ERASE_CONTACTS', input: { contactIds } }
}
