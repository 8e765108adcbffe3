import type { CampaignBatchRecord } from '../../models/campaign-batch.js'
import { Email, type EmailRecord } from '../../models/email.js'
import { idAtPlace } from '../../runtime/ids.js'

/** The part of an email that says what is left to do for its recipient. */
export type BatchEmail = Pick<EmailRecord, '_id' | 'status' | 'createdAt'>

/** The part of a batch that tells the ids of its emails. */
type BatchRange = Pick<CampaignBatchRecord, 'projectId' | 'baseId' | 'contactIds'>

/** The filter for the emails of a batch: their ids are one range. */
export function emailsIn({ projectId, baseId, contactIds }: BatchRange) {
  return { _id: { $gte: idAtPlace(baseId, 0), $lt: idAtPlace(baseId, contactIds.length) }, projectId }
}

/** The emails of a batch that are stored: those of the recipients that have been claimed. */
export async function findBatchEmails(batch: BatchRange): Promise<BatchEmail[]> {
  return Email.find(emailsIn(batch), { status: 1, createdAt: 1 })
    .batchSize(batch.contactIds.length + 1)
    .lean()
}
