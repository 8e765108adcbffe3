import type { ClientSession, QueryFilter } from 'mongoose'
import { Campaign, type CampaignRecord } from '../../../models/campaign.js'
import { judgeCampaign, ratesOf, type MailCounts } from '../../../models/domain/reputation.js'
import { ProjectState } from '../../../models/project-state.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { excludeMail } from '../../base/counters/reputation.js'
import { createJob } from '../../base/jobs/advance-job.js'
import { notifyOfPause } from './pause-running.js'

// The window of the shorter measures. A project that needs a second campaign paused within it is judged by its mail.
const SPARED_EVERY_MS = 7 * 86_400_000

const JUDGED = { sentCount: 1, bouncedCount: 1, complainedCount: 1, judgement: 1 } as const

type Judged = Pick<CampaignRecord, '_id' | 'sentCount' | 'bouncedCount' | 'complainedCount' | 'judgement'>

/**
 * Pauses the campaigns of a project that are being sent and whose own bounces or complaints are harmful, with their
 * figures; with `mailsMembers` a job mails the members. The first one in seven days is paused in the place of the
 * project: its mail is excluded from the levels of the project, also what bounces later. The project is judged by the
 * mail of further ones, or one harmful campaign after the other could be sent. Returns whether a campaign has sent too
 * little to be judged.
 */
export async function pauseHarmful(projectId: string, { mailsMembers }: { mailsMembers: boolean }): Promise<boolean> {
  let isUndecided = false
  const running = Campaign.find({ projectId, status: 'SENDING', pausedAt: null }, JUDGED).lean<Judged[]>().cursor()
  for await (const campaign of running) {
    const judgement = judgeCampaign(judgedCounts(campaign))
    if (judgement === 'harmful') await pause({ projectId, campaignId: campaign._id }, mailsMembers)
    else if (judgement === 'undecided') isUndecided = true
  }
  return isUndecided
}

async function pause(
  { projectId, campaignId }: { projectId: string; campaignId: string },
  mailsMembers: boolean,
): Promise<void> {
  await inTransaction(async (session) => {
    const now = databaseNow()
    const campaign = await Campaign.findOneAndUpdate(
      { _id: campaignId, projectId, status: 'SENDING', pausedAt: null },
      { $set: { pausedAt: now, pausedReason: 'EMAIL_REPUTATION' } },
      { returnDocument: 'after', projection: { ...JUDGED, name: 1 }, session },
    ).lean<(Judged & Pick<CampaignRecord, 'name'>) | null>()
    if (!campaign) return
    const paused = { name: campaign.name, pausedAt: now }
    await notifyOfPause({ projectId, campaignId }, paused, { reason: 'EMAIL_REPUTATION' }, session)
    const counts = judgedCounts(campaign)
    const isSpared = await spare(projectId, now, session)
    if (isSpared) await excludeMail(projectId, counts, session)
    const { since: _since, ...before } = campaign.judgement ?? {}
    // A campaign that is spared has no mark of its own: all its mail is excluded until it is resumed.
    const judgement = { ...(isSpared ? before : campaign.judgement), figures: ratesOf(counts), isSpared }
    await Campaign.updateOne({ _id: campaignId, projectId }, { $set: { judgement } }, { session, timestamps: false })
    if (mailsMembers) await createJob({ projectId, kind: 'TELL_MEMBERS', input: { campaignId } }, session)
  })
}

/** Whether no campaign was paused in the place of the project for seven days. Then one is now. */
async function spare(projectId: string, now: Date, session: ClientSession): Promise<boolean> {
  const longAgo = { $lte: new Date(now.getTime() - SPARED_EVERY_MS) }
  const { modifiedCount } = await ProjectState.updateOne(
    { _id: projectId, projectId, $or: [{ sparedAt: { $exists: false } }, { sparedAt: longAgo }] },
    { $set: { sparedAt: now } },
    { session },
  )
  return modifiedCount > 0
}

/** Judges campaigns by mail that is sent after `since`, because a person lets them continue. */
export async function judgeAnew(
  filter: QueryFilter<CampaignRecord> & { projectId: string },
  since: Date,
  session: ClientSession,
): Promise<void> {
  const excluded = { total: '$sentCount', bounces: '$bouncedCount', complaints: '$complainedCount' }
  const set = { 'judgement.since': { $literal: since }, 'judgement.excluded': excluded }
  const options = { session, updatePipeline: true, timestamps: false } as const
  await Campaign.updateMany(filter, [{ $set: set }], options)
}

function judgedCounts({ sentCount, bouncedCount, complainedCount, judgement }: Judged): MailCounts {
  const { total = 0, bounces = 0, complaints = 0 } = judgement?.excluded ?? {}
  return {
    total: Math.max(0, sentCount - total),
    bounces: Math.max(0, bouncedCount - bounces),
    complaints: Math.max(0, complainedCount - complaints),
  }
}
