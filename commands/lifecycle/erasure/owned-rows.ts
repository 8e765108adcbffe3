import { ApiKey } from '../../../models/api-key.js'
import { BillingEvent } from '../../../models/billing-event.js'
import { AttachmentPart } from '../../../models/attachment-part.js'
import { AttachmentUpload } from '../../../models/attachment-upload.js'
import { CampaignBatch } from '../../../models/campaign-batch.js'
import { CampaignLink } from '../../../models/campaign-link.js'
import { Campaign } from '../../../models/campaign.js'
import { ContactCount } from '../../../models/contact-count.js'
import { Contact } from '../../../models/contact.js'
import { Content } from '../../../models/content.js'
import { DailyCount } from '../../../models/daily-count.js'
import { DkimKey } from '../../../models/dkim-key.js'
import { Email, type EmailRecord } from '../../../models/email.js'
import { EventName } from '../../../models/event-name.js'
import { Event } from '../../../models/event.js'
import { Execution } from '../../../models/execution.js'
import { ExportPart } from '../../../models/export-part.js'
import { Field } from '../../../models/field.js'
import { Hit } from '../../../models/hit.js'
import { IdempotencyKey } from '../../../models/idempotency-key.js'
import { CheckedAddress } from '../../../models/checked-address.js'
import { ImportChunk } from '../../../models/import-chunk.js'
import { ImportFaults } from '../../../models/import-faults.js'
import { Invitation } from '../../../models/invitation.js'
import { Job } from '../../../models/job.js'
import { ASIDE, queueKeyOf, Outbox, OUTBOX_KINDS } from '../../../models/outbox-entry.js'
import { acrossProjects, type Owned, type OwnedCollection, type OwnedQuery } from '../../../models/owned-model.js'
import { Mailbox } from '../../../models/mailbox.js'
import { Member } from '../../../models/member.js'
import { Notification } from '../../../models/notification.js'
import { PurgeProgress } from '../../../models/purge-progress.js'
import { ReceivedBody } from '../../../models/received-body.js'
import { Segment } from '../../../models/segment.js'
import { SenderDomain } from '../../../models/sender-domain.js'
import { SharedVariables } from '../../../models/shared-variables.js'
import { StepCount } from '../../../models/step-count.js'
import { StepExecution } from '../../../models/step-execution.js'
import { SoftBounces } from '../../../models/soft-bounces.js'
import { Suppression } from '../../../models/suppression.js'
import { TemplateVersion } from '../../../models/template-version.js'
import { Template } from '../../../models/template.js'
import { TestAddress } from '../../../models/test-address.js'
import { TestStrangers } from '../../../models/test-strangers.js'
import { UsageTally } from '../../../models/usage-tally.js'
import { View } from '../../../models/view.js'
import { Wait } from '../../../models/wait.js'
import { WorkflowVersion } from '../../../models/workflow-version.js'
import { dropDomain } from '../../sending/domains/remove-domain.js'
import { dropAttachments } from '../../sending/emails/attachments.js'
import { onceKeysOf, PLATFORM_PROJECT_ID } from '../../base/records/platform-project.js'
import { removeImages } from '../../sending/uploads/remove-images.js'
import type { Erasing, ErasureStep, StepDone } from './erasure-step.js'

const BATCH = 1_000

/** The part of a model that removes rows. */
interface Rows {
  collection: Pick<OwnedCollection<Owned>, 'find' | 'deleteMany'>
}

/** Deletes emails with the files that they hold. */
export const removeEmails: ErasureStep = async ({ projectId }) => {
  const emails = await Email.find({ projectId }, { 'attachments.fileId': 1 })
    .limit(BATCH)
    .lean<Pick<EmailRecord, '_id' | 'attachments'>[]>()
  const files = new Set(emails.flatMap(({ attachments }) => attachments.map(({ fileId }) => fileId)))
  await dropAttachments(projectId, [...files])
  await Email.deleteMany({ _id: { $in: emails.map(({ _id }) => _id) }, projectId })
  return rows(emails.length)
}

/**
 * Deletes executions with their steps and waits. The executions go last, so that an interrupted batch is found again.
 */
export const removeExecutions: ErasureStep = async ({ projectId }) => {
  const executions = await Execution.find({ projectId }, { _id: 1 }).limit(BATCH).lean()
  const executionId = { $in: executions.map(({ _id }) => _id) }
  await StepExecution.deleteMany({ projectId, executionId })
  await Wait.deleteMany({ projectId, executionId })
  await Execution.deleteMany({ _id: executionId, projectId })
  return rows(executions.length)
}

/** Deletes domains and their keys, and also at the provider unless another project has the same domain. */
export const removeDomains: ErasureStep = async ({ projectId, domains }) => {
  const found = await SenderDomain.find({ projectId }).limit(BATCH).lean()
  for (const domain of found) await dropDomain(domain, domains)
  return rows(found.length)
}

/** Deletes attachments that requests have stored but no email has claimed. */
const removeUploads: ErasureStep = async ({ projectId }) => {
  const uploads = await AttachmentUpload.find({ projectId }, { _id: 1 }).limit(BATCH).lean()
  await dropAttachments(
    projectId,
    uploads.map(({ _id }) => _id),
  )
  return rows(uploads.length)
}

/** Deletes uploaded images. Mails that were sent can show them until then. */
const removeUploadedImages: ErasureStep = async ({ projectId, uploads }) =>
  rows(await removeImages(projectId, uploads, BATCH))

/** Deletes all jobs but the running one, which is deleted with the project or kept as the record of the reset. */
const removeJobs: ErasureStep = ({ projectId, jobId }) => removeWhere(Job, { projectId, _id: { $ne: jobId } })

/** Deletes the counters of campaigns, templates and workflows. A reset keeps the counters of the project. */
const removeOriginCounts: ErasureStep = ({ projectId }) => removeWhere(DailyCount, { projectId, origin: { $gt: '' } })

const removeOutbox: ErasureStep = async ({ projectId }) => {
  // The `queueKey` of an entry that is set aside may be wrong.
  const done = await removeWhere(Outbox, { aside: { $in: ASIDE }, projectId })
  if (done.count > 0) return done
  const queued = { queueKey: { $in: OUTBOX_KINDS.map((kind) => queueKeyOf(kind, projectId)) } }
  return removeWhere(Outbox, acrossProjects(queued, 'a damaged entry may not name the project of its queue'))
}

const ofProject =
  (...models: Rows[]): ErasureStep =>
  async ({ projectId }) => {
    for (const model of models) {
      const done = await removeWhere(model, { projectId })
      if (done.count > 0) return done
    }
    return rows(0)
  }

/** The steps by which a reset removes rows, in order. Rows that lead to other rows are removed after these. */
export const CONTENT_STEPS: readonly ErasureStep[] = [
  removeEmails,
  removeExecutions,
  ofProject(
    Event,
    Contact,
    Mailbox,
    Segment,
    Template,
    TemplateVersion,
    CampaignBatch,
    CampaignLink,
    Campaign,
    WorkflowVersion,
    Wait,
    Field,
    StepCount,
  ),
  ofProject(SoftBounces, EventName, IdempotencyKey, Content, SharedVariables, ReceivedBody),
  ofProject(ImportChunk, ImportFaults, CheckedAddress),
  ofProject(Hit),
  removeOriginCounts,
  removeUploads,
  // Files that a crash has left without an email.
  ofProject(AttachmentPart),
  removeJobs,
  // After the jobs, which write them.
  ofProject(ExportPart, Notification),
  // Their filters name records that are gone, and may hold addresses.
  ofProject(View),
  ofProject(ContactCount, TestAddress),
  async ({ projectId: _id }) => rows((await PurgeProgress.deleteOne({ _id })).deletedCount),
]

/** Deletes the `once` keys of the installation's mails about the project. */
const removeMailKeys: ErasureStep = ({ projectId }) => {
  const first = onceKeysOf(projectId)
  const last = `${first.slice(0, -1)};`
  return removeWhere(IdempotencyKey, {
    projectId: PLATFORM_PROJECT_ID,
    credential: 'secret',
    key: { $gte: first, $lt: last },
  })
}

/**
 * The steps that only a deletion does. The request of the deletion has removed members, invitations and keys; this
 * removes those that were stored at the same moment.
 */
export const LAST_STEPS: readonly ErasureStep[] = [
  removeMailKeys,
  ofProject(
    Member,
    Invitation,
    TestAddress,
    ApiKey,
    DkimKey,
    Suppression,
    DailyCount,
    TestStrangers,
    BillingEvent,
    UsageTally,
  ),
  removeUploadedImages,
  removeOutbox,
]

/** How many rows a project has in the large collections, as the measure of progress. */
export async function countRows({ projectId }: Pick<Erasing, 'projectId'>): Promise<number> {
  const counts = await Promise.all(
    [Email, Event, Contact, Execution].map(({ collection }) => collection.countDocuments({ projectId })),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

async function removeWhere({ collection }: Rows, filter: OwnedQuery): Promise<StepDone> {
  const found = await collection
    .find(filter, { projection: { _id: 1 } })
    .limit(BATCH)
    .toArray()
  const ids = found.map(({ _id }) => _id)
  if (ids.length > 0) await collection.deleteMany({ $and: [filter, { _id: { $in: ids } }] })
  return rows(ids.length)
}

function rows(count: number): StepDone {
  return { count }
}
