import mongoose from 'mongoose'
import { isDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'
import { Email, type EmailRecord } from '../../models/email.js'
import { createBatchedInsert } from '../../runtime/mongodb/batched-insert.js'
import { releaseEmail } from './claim-email.js'

/** Stores claimed emails as they are given, but for those that are stored already. */
export async function storeClaimed(emails: EmailRecord[]): Promise<void> {
  if (emails.length === 0) return
  try {
    await Email.collection.insertMany(emails as never[], { ordered: false })
  } catch (error) {
    if (!(error instanceof mongoose.mongo.MongoBulkWriteError) || error.result.getWriteConcernError()) throw error
    if (![error.writeErrors].flat().every(isDuplicateKey)) throw error
  }
}

/**
 * Stores a claimed email that was put off: in doubt where the provider may have it (`isOut`), else waiting again. If
 * it is stored already, because its claim was taken for a dead worker's, it is given back the same way.
 */
export async function storeUnresolved(email: EmailRecord, { isOut }: { isOut: boolean }): Promise<void> {
  try {
    await insertEmail(isOut ? email : { ...email, status: 'PENDING', claimedAt: null })
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    const { projectId, _id: emailId, attempt } = email
    if (!isOut) await releaseEmail({ projectId, emailId, attempt })
  }
}

const insertEmail = createBatchedInsert(Email)
