import type { ClientSession } from 'mongoose'
import { Campaign, type CampaignRecord } from '../../models/campaign.js'
import { Contact } from '../../models/contact.js'
import { receiptOf } from '../../models/domain/campaign-receipt.js'
import { AppError } from '../../models/domain/errors.js'
import { groupBy } from '../../models/domain/group-by.js'
import { Email, type EmailRecord } from '../../models/email.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { updateEach } from '../../runtime/mongodb/update-each.js'

const BATCH = 500
const WITHIN_MS = 20_000
const UNSENT: readonly CampaignRecord['status'][] = ['DRAFT', 'SCHEDULED']
const READ = { contactId: 1, sentAt: 1, openedAt: 1, clickedAt: 1, bouncedAt: 1, createdAt: 1 } as const

/**
 * Those of these ids that are campaigns of the project, for a condition that is about to be judged: their contacts hold how
 * far they got with each. A campaign that was sent before contacts did so is brought up from its emails once; otherwise
 * all the world would count as people who never received it. Throws SERVICE_UNAVAILABLE while that takes too long: the
 * next call goes on.
 */
export async function notedCampaigns(projectId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const campaigns = await Campaign.find({ _id: { $in: ids }, projectId }, { hasReceipts: 1 }).lean()
  const deadline = Date.now() + WITHIN_MS
  for (const { _id: campaignId, hasReceipts } of campaigns) {
    if (!hasReceipts) await noteAll({ projectId, campaignId }, deadline)
  }
  return new Set(campaigns.map(({ _id }) => _id))
}

interface Of {
  projectId: string
  campaignId: string
}

async function noteAll(of: Of, deadline: number): Promise<void> {
  while (!(await inTransaction((session) => noteNext(session, of)))) {
    if (Date.now() < deadline) continue
    const message = 'The recipients of a campaign of the condition are being read: try again in a moment'
    throw new AppError('SERVICE_UNAVAILABLE', message, { details: { campaignId: of.campaignId } })
  }
}

/** Notes the receipts of the next emails; returns whether these were the last. */
async function noteNext(session: ClientSession, { projectId, campaignId }: Of): Promise<boolean> {
  const wanted = { _id: campaignId, projectId, hasReceipts: { $ne: true } }
  const campaign = await Campaign.findOne(wanted, { status: 1, receiptsUpTo: 1 }, { session }).lean()
  if (!campaign) return true
  const emails = await nextEmails(session, { projectId, campaignId }, campaign.receiptsUpTo)
  // A fact that becomes known meanwhile changes the contact, too, so that this transaction is repeated.
  await noteOnContacts(session, { projectId, campaignId }, emails)
  const last = emails.at(-1)
  const isDone = emails.length < BATCH
  const update = isDone
    ? { $set: { hasReceipts: true }, $unset: { receiptsUpTo: 1 as const } }
    : { $set: { receiptsUpTo: { createdAt: last?.createdAt ?? new Date(0), emailId: last?._id ?? '' } } }
  if (!isDone || !UNSENT.includes(campaign.status)) {
    await Campaign.updateOne({ _id: campaignId, projectId }, update, { session, timestamps: false })
  }
  return isDone
}

type Noted = Pick<EmailRecord, '_id' | keyof typeof READ>

function nextEmails(session: ClientSession, of: Of, upTo: CampaignRecord['receiptsUpTo']): Promise<Noted[]> {
  const { createdAt, emailId } = upTo ?? {}
  const beyond = createdAt
    ? { createdAt: { $gte: createdAt }, $or: [{ createdAt: { $gt: createdAt } }, { _id: { $gt: emailId } }] }
    : {}
  return Email.find({ ...of, sourceType: 'CAMPAIGN', ...beyond }, READ, { session })
    .sort({ createdAt: 1, _id: 1 })
    .limit(BATCH)
    .lean<Noted[]>()
}

async function noteOnContacts(
  session: ClientSession,
  { projectId, campaignId }: Of,
  emails: readonly Noted[],
): Promise<void> {
  const received = emails.filter((email) => receiptOf(email) > 0)
  const byReceipt = groupBy(received, receiptOf)
  if (byReceipt.size === 0) return
  await updateEach(
    Contact,
    [...byReceipt].map(([receipt, of]) => ({
      filter: { _id: { $in: of.map(({ contactId }) => contactId) }, projectId },
      update: { $set: { [`campaigns.${campaignId}`]: receipt } },
      isMany: true,
    })),
    session,
  )
}
