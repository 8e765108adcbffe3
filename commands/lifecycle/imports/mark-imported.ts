import type { ClientSession } from 'mongoose'
import { Contact } from '../../../models/contact.js'
import type { JobRef } from '../../base/jobs/advance-job.js'

/**
 * Lets the contacts of a slice remember their import, in the transaction of the slice. That is no change of a contact:
 * neither `updatedAt` nor a segment depends on it.
 */
export async function markImportedIn(
  session: ClientSession,
  { projectId, jobId: importId }: JobRef,
  contactIds: ReadonlySet<string>,
): Promise<void> {
  if (contactIds.size === 0) return
  await Contact.updateMany(
    { projectId, _id: { $in: [...contactIds] }, importId: { $ne: importId } },
    { $set: { importId } },
    { session, timestamps: false },
  )
}
