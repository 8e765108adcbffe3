import type { CampaignBatchRecord } from '../../../models/campaign-batch.js'
import { Email, type EmailRecord } from '../../../models/email.js'
import { idAtPlace } from '../../../runtime/ids.js'

/** The part of an email that shows whether its recipient still needs a message. */
export type BatchEmail = Pick<EmailRecord, '_id' | 'status' | 'createdAt'>

/** The part of a batch from which the ids of its emails follow. */
type BatchRange = Pick<CampaignBatchRecord, 'projectId' | 'baseId' | 'contactIds'>

/** The filter for the emails of a batch: their ids are one range. */
export function emailsIn({ projectId, baseId, contactIds }: BatchRange) {
  return { _id: { $gte: idAtPlace(baseId, 0), $lt: idAtPlace(baseId, contactIds.length) }, projectId }
}

/** The stored emails of a batch. An email is stored when it is claimed. */
export async function findBatchEmails(batch: BatchRange): Promise<BatchEmail[]> {
  return Email.find(emailsIn(batch), { status: 1, createdAt: 1 })
    .batchSize(batch.contactIds.length + 1)
    .lean()
}
