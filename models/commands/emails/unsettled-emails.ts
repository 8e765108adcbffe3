import { UNSETTLED } from '../../domain/email-status.js'
import { Email, type EmailRecord } from '../../email.js'

/** What of a campaign is asked for. */
export interface CampaignPart {
  projectId: string
  campaignId: string
  part: number
}

/** The next emails of a part that are neither sent nor given up, in a stable order after `cursor`. */
export async function unsettledEmails(
  { projectId, campaignId, part }: CampaignPart,
  cursor: string | null,
  limit: number,
): Promise<Pick<EmailRecord, '_id'>[]> {
  return Email.find(
    { projectId, campaignId, part, status: { $in: UNSETTLED }, ...(cursor ? { _id: { $gt: cursor } } : {}) },
    { _id: 1 },
  )
    .sort({ _id: 1 })
    .limit(limit)
    .lean()
}
