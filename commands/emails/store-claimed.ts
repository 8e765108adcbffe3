import mongoose from 'mongoose'
import { isDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'
import { Email, type EmailRecord } from '../../models/email.js'
import { createBatchedInsert } from '../../runtime/mongodb/batched-insert.js'
import { releaseEmail } from './claim-email.js'

/** Stores claimed emails as they are given; emails that are stored already stay as they are. */
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
 * Stores a claimed email without an outcome: SENDING where the provider may have it (`isOut`), else PENDING again. An
 * email that is stored already, because another process took this worker for dead, is released the same way.
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
