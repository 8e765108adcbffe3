import { Campaign } from '../../../models/campaign.js'
import { chooseLanguage } from '../../../models/domain/choose-language.js'
import { Member } from '../../../models/member.js'
import { Project, type DisabledReason } from '../../../models/project.js'
import { User } from '../../../models/user.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { advanceJob, NOTHING_LEFT, openJob, type JobRef, type SliceDone } from '../../base/jobs/advance-job.js'
import { onceKeysOf } from '../../base/records/platform-project.js'
import type { PlatformSettings } from '../../sending/platform-mail/platform.js'
import { sendPlatformMailWithinLimits, type PlatformMail } from '../../sending/platform-mail/send-platform-mail.js'

const BATCH = 20

/** What the members are told about: the reason why their project is disabled, or the campaign that is paused. */
interface Told {
  reason?: DisabledReason
  campaignId?: string
}

/**
 * Mails the next members of a project that the project was disabled, or one of its campaigns paused. A repetition mails
 * no member twice. A member whose address has reached its daily limit gets no mail.
 */
export async function tellMembersSlice(ref: JobRef, settings: PlatformSettings): Promise<SliceDone> {
  const job = await openJob<Told, { after: string }, object>(ref)
  if (!job) return NOTHING_LEFT
  const { projectId, jobId } = ref
  const project = await Project.findOne({ _id: projectId }, { name: 1, language: 1 }).lean()
  const after = job.cursor?.after ?? ''
  const members = await Member.find({ projectId, userId: { $gt: after } }, { userId: 1 })
    .sort({ userId: 1 })
    .limit(BATCH)
    .lean()
  const users = await User.find({ _id: { $in: members.map(({ userId }) => userId) }, emailVerified: true }).lean()
  const about = await mailAbout(projectId, job.input)
  for (const { _id, email: to } of project ? users : []) {
    if (!about) break
    const language = chooseLanguage({ projectLanguage: project?.language })
    const mail = { ...about, to, language, actorId: null }
    const named = {
      project: { id: projectId, name: project?.name ?? null },
      once: `${onceKeysOf(projectId)}${jobId}:${_id}`,
    }
    await sendPlatformMailWithinLimits({ ...mail, ...named }, settings)
  }
  const isDone = members.length < BATCH
  const cursor = { after: members.at(-1)?.userId ?? after }
  const progress = isDone ? 100 : 50
  await inTransaction((session) => advanceJob(session, job, { cursor, progress, result: job.result, isDone }))
  return { isDone, progress }
}

/** The kind of mail, and the page that its link leads to; null for a campaign that was deleted meanwhile. */
async function mailAbout(
  projectId: string,
  { reason, campaignId }: Told,
): Promise<Pick<PlatformMail, 'kind' | 'page' | 'figures'> | null> {
  if (reason === 'PAYMENT_FAILED') return { kind: 'unpaid', page: { page: 'billing', projectId } }
  if (campaignId === undefined) return { kind: 'disabled', page: { page: 'security', projectId } }
  const campaign = await Campaign.findOne({ _id: campaignId, projectId }, { judgement: 1 }).lean()
  const figures = campaign?.judgement?.figures
  if (!figures) return null
  const { total: sent, bounces, complaints } = figures
  return { kind: 'paused', page: { page: 'campaign', projectId, campaignId }, figures: { sent, bounces, complaints } }
}
