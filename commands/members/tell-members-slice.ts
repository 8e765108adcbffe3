import { chooseLanguage } from '../../models/domain/choose-language.js'
import { Member } from '../../models/member.js'
import { Project, type DisabledReason } from '../../models/project.js'
import { User } from '../../models/user.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { advanceJob, NOTHING_LEFT, openJob, type JobRef, type SliceDone } from '../jobs/advance-job.js'
import { onceKeysOf, type PlatformSettings } from '../platform/platform.js'
import { sendPlatformMailWithinLimits } from '../platform/send-platform-mail.js'

const BATCH = 20

// The kind of mail for each reason, and the page that its link leads to.
const HARMFUL = { kind: 'disabled', page: 'security' } as const
const UNPAID = { kind: 'unpaid', page: 'billing' } as const

/**
 * Mails the next members of a project that the project was disabled. A repetition mails no member twice. A member whose
 * address has reached its daily limit gets no mail.
 */
export async function tellMembersSlice(ref: JobRef, settings: PlatformSettings): Promise<SliceDone> {
  const job = await openJob<{ reason?: DisabledReason }, { after: string }, object>(ref)
  if (!job) return NOTHING_LEFT
  const { projectId, jobId } = ref
  const project = await Project.findOne({ _id: projectId }, { name: 1, language: 1 }).lean()
  const after = job.cursor?.after ?? ''
  const members = await Member.find({ projectId, userId: { $gt: after } }, { userId: 1 })
    .sort({ userId: 1 })
    .limit(BATCH)
    .lean()
  const users = await User.find({ _id: { $in: members.map(({ userId }) => userId) }, emailVerified: true }).lean()
  const about = job.input.reason === 'PAYMENT_FAILED' ? UNPAID : HARMFUL
  for (const { _id, email: to } of project ? users : []) {
    const language = chooseLanguage({ projectLanguage: project?.language })
    const page = { page: about.page, projectId }
    const mail = { kind: about.kind, to, language, page, actorId: null }
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
