import { Campaign } from '../../../models/campaign.js'
import { chooseLanguage } from '../../../models/domain/choose-language.js'
import { Member } from '../../../models/member.js'
import { Notification, type NotificationRecord } from '../../../models/notification.js'
import { Project, type DisabledReason } from '../../../models/project.js'
import { User } from '../../../models/user.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { advanceJob, NOTHING_LEFT, openJob, type JobRef, type SliceDone } from '../../base/jobs/advance-job.js'
import { onceKeysOf } from '../../base/records/platform-project.js'
import type { LinkedPage } from '../../sending/platform-mail/link-to.js'
import type { PlatformSettings } from '../../sending/platform-mail/platform.js'
import { sendPlatformMailWithinLimits, type PlatformMail } from '../../sending/platform-mail/send-platform-mail.js'

const BATCH = 20

/**
 * What the members are told about: the reason why their project is disabled, the campaign that is paused, or a
 * notification, of which only those are told who want to get it by mail.
 */
interface Told {
  reason?: DisabledReason
  campaignId?: string
  notificationId?: string
}

/**
 * Mails the next members of a project that the project was disabled, one of its campaigns paused, or what a
 * notification says. A repetition mails no member twice. A member whose address has reached its daily limit gets no
 * mail.
 */
export async function tellMembersSlice(ref: JobRef, settings: PlatformSettings): Promise<SliceDone> {
  const job = await openJob<Told, { after: string }, object>(ref)
  if (!job) return NOTHING_LEFT
  const { projectId, jobId } = ref
  const project = await Project.findOne({ _id: projectId }, { name: 1, language: 1 }).lean()
  const after = job.cursor?.after ?? ''
  const wanting = job.input.notificationId === undefined ? {} : { mailsNotifications: true }
  const members = await Member.find({ projectId, userId: { $gt: after }, ...wanting }, { userId: 1 })
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

type MailAbout = Pick<PlatformMail, 'kind' | 'page' | 'figures' | 'notice'>

/** The kind of mail, and the page that its link leads to; null for a campaign that was deleted meanwhile. */
async function mailAbout(projectId: string, { reason, campaignId, notificationId }: Told): Promise<MailAbout | null> {
  if (notificationId !== undefined) return mailAboutNotification({ projectId, notificationId })
  if (reason === 'PAYMENT_FAILED') return { kind: 'unpaid', page: { page: 'billing', projectId } }
  if (campaignId === undefined) return { kind: 'disabled', page: { page: 'security', projectId } }
  const campaign = await Campaign.findOne({ _id: campaignId, projectId }, { judgement: 1 }).lean()
  const figures = campaign?.judgement?.figures
  if (!figures) return null
  const { total: sent, bounces, complaints } = figures
  return { kind: 'paused', page: { page: 'campaign', projectId, campaignId }, figures: { sent, bounces, complaints } }
}

async function mailAboutNotification({
  projectId,
  notificationId,
}: {
  projectId: string
  notificationId: string
}): Promise<MailAbout | null> {
  const notification = await Notification.findOne({ _id: notificationId, projectId }, { kind: 1, about: 1 }).lean()
  if (!notification) return null
  return { kind: 'notification', notice: notification.kind, page: pageOf(projectId, notification) }
}

/** The page of what a notification is about, or what to do next. */
function pageOf(projectId: string, { kind, about }: Pick<NotificationRecord, 'kind' | 'about'>): LinkedPage {
  const { jobId, campaignId, workflowId, domainId } = about
  if (kind === 'REPUTATION_LOW' || kind === 'PROJECT_DISABLED') return { page: 'security', projectId }
  if (kind === 'USAGE_NEAR_LIMIT' || kind === 'USAGE_AT_LIMIT') return { page: 'billing', projectId }
  if (kind === 'IMPORT_FAILED' && jobId !== undefined) return { page: 'import', projectId, jobId }
  if (kind === 'WORKFLOW_FAILING' && workflowId !== undefined)
    return { page: 'failed executions', projectId, workflowId }
  if (campaignId !== undefined) return { page: 'campaign', projectId, campaignId }
  return domainId === undefined ? { page: 'project', projectId } : { page: 'domain', projectId, domainId }
}
