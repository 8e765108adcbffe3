import { ACTIVE_STATUSES } from '../../../models/domain/execution-status.js'
import { Email } from '../../../models/email.js'
import { Event } from '../../../models/event.js'
import { Execution } from '../../../models/execution.js'
import { Hit } from '../../../models/hit.js'
import { waitUntil } from '../../../runtime/concurrency/wait-until.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { ReceivedBody } from '../../../models/received-body.js'
import { SoftBounces } from '../../../models/soft-bounces.js'
import { Wait } from '../../../models/wait.js'
import { advanceJob, NOTHING_LEFT, openJob, type JobRef, type SliceDone } from '../../base/jobs/advance-job.js'
import { eraseExecutionsOf } from '../../automation/executions/erase-executions.js'
import { ERASED, FREE_TEXT } from '../../base/listing/free-text.js'
import { closeAndEnqueue } from '../../automation/executions/close-execution.js'
import { releaseSharedVariables } from '../../sending/emails/shared-variables.js'
import { withdrawEmails } from '../../sending/emails/withdraw-emails.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'

const BATCH = 500
const WAIT_MS = 2_000
// A worker tries to record the outcome of a submission for this long.
const RECORDED_WITHIN_MS = 660_000

/** The phases in order. Each phase is repeated until it finds nothing more. */
const PHASES = ['stop', 'emails', 'mentions', 'events', 'executions'] as const
type Phase = (typeof PHASES)[number]

/** Removes the personal data of deleted contacts, a batch of one kind at a time. */
export async function eraseContactsSlice(ref: JobRef): Promise<SliceDone> {
  const job = await openJob<{ contactIds: string[] }, Phase, object>(ref)
  if (!job) return NOTHING_LEFT
  const phase = job.cursor ?? 'stop'
  const count = await eraseBatch(phase, ref.projectId, job.input.contactIds)
  const position = PHASES.indexOf(phase) + (count < BATCH ? 1 : 0)
  const isDone = position === PHASES.length
  const progress = (position / PHASES.length) * 100
  await inTransaction((session) =>
    advanceJob(session, job, { cursor: PHASES[position] ?? phase, progress, result: job.result, isDone }),
  )
  return { isDone, progress }
}

/** Cancels all executions of deleted contacts and withdraws all their messages. */
export async function stopContacts(projectId: string, contactIds: string[]): Promise<void> {
  const of = { projectId, contactId: { $in: contactIds } }
  for (;;) {
    const active = await Execution.find({ ...of, status: { $in: ACTIVE_STATUSES } }, { contactId: 1 })
      .limit(BATCH)
      .lean()
    for (const { _id: executionId, contactId } of active) {
      const end = { status: 'CANCELLED', exitReason: 'Contact deleted' } as const
      await closeAndEnqueue({ projectId, executionId, contactId, ...end })
    }
    const withdrawn = await withdrawEmails(of, 'contact_deleted')
    if (active.length < BATCH && withdrawn === 0) break
  }
  await Wait.deleteMany({ ...of, state: 'open' })
}

async function eraseBatch(phase: Phase, projectId: string, contactIds: string[]): Promise<number> {
  const of = { projectId, contactId: { $in: contactIds } }
  switch (phase) {
    case 'stop':
      return stopForGood(projectId, contactIds)
    case 'emails':
      return eraseEmails(of)
    case 'mentions':
      return eraseMentions(projectId, contactIds)
    case 'events':
      return deleteEvents(of)
    case 'executions':
      return eraseExecutions(of)
    default:
      return phase satisfies never
  }
}

// The record of an email that is being submitted must keep its address: it is erased only after the submission has
// ended.
async function stopForGood(projectId: string, contactIds: string[]): Promise<number> {
  await stopContacts(projectId, contactIds)
  const isOver = await waitUntil(async () => !(await areBeingSubmitted(projectId, contactIds)), WAIT_MS)
  return isOver ? 0 : BATCH
}

async function areBeingSubmitted(projectId: string, contactIds: string[]): Promise<boolean> {
  const claimedAt = { $gt: new Date(databaseNow().getTime() - RECORDED_WITHIN_MS) }
  return (await Email.exists({ projectId, contactId: { $in: contactIds }, status: 'SENDING', claimedAt })) !== null
}

type OfContacts = { projectId: string; contactId: { $in: string[] } }

// The record stays, because its campaign's counters count it. Its recipient and content are removed.
async function eraseEmails(of: OfContacts): Promise<number> {
  const { projectId } = of
  const emails = await Email.find({ ...of, to: { $gt: '' } }, { sharedVariablesId: 1 })
    .limit(BATCH)
    .lean()
  const sharing = emails.filter(({ sharedVariablesId }) => sharedVariablesId !== undefined)
  await releaseSharedVariables(
    projectId,
    sharing.map((email) => email._id),
  )
  const _id = { $in: emails.map((email) => email._id) }
  // Mail that the contacts wrote is deleted completely. The daily purge removes the attachments.
  await SoftBounces.deleteMany(of)
  await ReceivedBody.deleteMany({ _id, projectId })
  // Hits that are not counted yet lose their links when they are.
  await Hit.deleteMany({ projectId, emailId: _id, expiresAt: { $exists: true } })
  await Email.deleteMany({ _id, projectId, sourceType: 'INBOUND' })
  await Email.updateMany({ _id, projectId, error: FREE_TEXT }, { $set: { error: ERASED } })
  await Email.updateMany(
    { _id, projectId },
    {
      $set: { to: '', toName: null, subject: '', variables: null, headers: [], attachments: [], tags: [] },
      $unset: { toSpelling: 1 },
    },
  )
  return emails.length
}

// Erases the content of emails that a workflow sent to other addresses about these contacts.
async function eraseMentions(projectId: string, contactIds: string[]): Promise<number> {
  const emails = await Email.find({ projectId, aboutContactId: { $in: contactIds } }, { _id: 1 })
    .limit(BATCH)
    .lean()
  const ids = emails.map(({ _id }) => _id)
  // The events of such an email belong to its recipient, and repeat its subject, links and error.
  await Event.updateMany(
    { emailId: { $in: ids }, projectId },
    { $set: { 'data.subject': '' }, $unset: { 'data.link': 1, 'data.reason': 1 } },
  )
  await Email.updateMany({ _id: { $in: ids }, projectId, error: FREE_TEXT }, { $set: { error: ERASED } })
  await Email.updateMany(
    { _id: { $in: ids }, projectId },
    { $set: { subject: '', variables: null, aboutContactId: null } },
  )
  return emails.length
}

async function deleteEvents(of: OfContacts): Promise<number> {
  const events = await Event.find(of, { _id: 1 }).limit(BATCH).lean()
  await Event.deleteMany({ _id: { $in: events.map(({ _id }) => _id) }, projectId: of.projectId })
  return events.length
}

async function eraseExecutions(of: OfContacts): Promise<number> {
  const { projectId } = of
  const executions = await Execution.find({ ...of, erased: { $ne: 'done' } }, { _id: 1 })
    .limit(BATCH)
    .lean()
  const ids = executions.map(({ _id }) => _id)
  await eraseExecutionsOf(projectId, ids)
  return ids.length
}
