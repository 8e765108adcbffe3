import mongoose, { type ClientSession } from 'mongoose'
import { Campaign, CAMPAIGN_COUNTERS, type CampaignCounter } from '../../../models/campaign.js'
import { Email } from '../../../models/email.js'

/** A campaign whose counters differ from the sums over its emails, and whether they were repaired. */
export interface CampaignDrift {
  campaignId: string
  differences: { counter: CampaignCounter; is: number; shouldBe: number }[]
  isRepaired: boolean
}

type Counters = Record<CampaignCounter, number>

const ATTEMPTS = 5

/**
 * Counts the emails of each campaign of a project and yields the campaigns whose counters differ. One snapshot shows
 * the counters and emails of a campaign, so that the result is right while the campaign is being sent. `repair`
 * corrects the counters, unless they change on every attempt.
 */
export async function* recountCampaigns(
  projectId: string,
  { repair = false } = {},
): AsyncGenerator<CampaignDrift, void, undefined> {
  const campaigns = Campaign.find({ projectId }, { _id: 1 }).sort({ createdAt: -1, _id: -1 }).lean().cursor()
  for await (const { _id: campaignId } of campaigns) {
    const drift = await findDrift(projectId, campaignId)
    if (!drift) continue
    yield repair ? await repairDrift(projectId, drift) : drift
  }
}

async function repairDrift(projectId: string, found: CampaignDrift): Promise<CampaignDrift> {
  let drift: CampaignDrift | null = found
  for (let attempt = 0; attempt < ATTEMPTS && drift; attempt += 1) {
    const { campaignId, differences }: CampaignDrift = drift
    const { matchedCount } = await Campaign.updateOne(
      { _id: campaignId, projectId, ...Object.fromEntries(differences.map(({ counter, is }) => [counter, is])) },
      { $set: Object.fromEntries(differences.map(({ counter, shouldBe }) => [counter, shouldBe])) },
      { timestamps: false },
    )
    if (matchedCount > 0) return { ...drift, isRepaired: true }
    drift = await findDrift(projectId, campaignId)
  }
  return { ...found, isRepaired: drift === null }
}

async function findDrift(projectId: string, campaignId: string): Promise<CampaignDrift | null> {
  const session = await mongoose.connection.startSession({ snapshot: true })
  try {
    // A campaign whose emails the retention has deleted keeps its counters, which cannot be checked any more.
    const counted = { _id: campaignId, projectId, emailsPurged: null }
    const campaign = await Campaign.findOne(counted, countersOnly, { session }).lean<Counters>()
    if (!campaign) return null
    const shouldBe = await countEmails(session, projectId, campaignId)
    const differences = CAMPAIGN_COUNTERS.map((counter) => ({
      counter,
      is: campaign[counter],
      shouldBe: shouldBe[counter],
    })).filter((each) => each.is !== each.shouldBe)
    return differences.length > 0 ? { campaignId, differences, isRepaired: false } : null
  } finally {
    await session.endSession()
  }
}

const countersOnly = Object.fromEntries(CAMPAIGN_COUNTERS.map((counter) => [counter, 1])) as Record<keyof Counters, 1>

const hasDate = (field: string) => ({ $sum: { $cond: [{ $gt: [`$${field}`, null] }, 1, 0] } })
const hasStatus = (...statuses: string[]) => ({ $sum: { $cond: [{ $in: ['$status', statuses] }, 1, 0] } })

// Each counter as an expression over the fields of an email.
const FROM_EMAILS: Record<CampaignCounter, object> = {
  sentCount: hasDate('sentAt'),
  deliveredCount: hasDate('deliveredAt'),
  openedCount: hasDate('openedAt'),
  clickedCount: hasDate('clickedAt'),
  bouncedCount: hasDate('bouncedAt'),
  complainedCount: hasDate('complainedAt'),
  unsubscribedCount: hasDate('unsubscribedAt'),
  failedCount: hasStatus('FAILED'),
  skippedCount: hasStatus('SKIPPED', 'SUPPRESSED'),
}

async function countEmails(session: ClientSession, projectId: string, campaignId: string): Promise<Counters> {
  const [counted] = await Email.aggregate<Counters>([
    { $match: { projectId, campaignId } },
    { $group: { _id: null, ...FROM_EMAILS } },
  ]).session(session)
  return counted ?? (Object.fromEntries(CAMPAIGN_COUNTERS.map((counter) => [counter, 0])) as Counters)
}
