import type { Model } from 'mongoose'
import { ApiKey as OwnedApiKey } from '../../models/api-key.js'
import { AttachmentPart as OwnedAttachmentPart } from '../../models/attachment-part.js'
import { AttachmentUpload as OwnedAttachmentUpload } from '../../models/attachment-upload.js'
import { BillingEvent as OwnedBillingEvent } from '../../models/billing-event.js'
import { CampaignBatch as OwnedCampaignBatch } from '../../models/campaign-batch.js'
import { CampaignLink as OwnedCampaignLink } from '../../models/campaign-link.js'
import { Campaign as OwnedCampaign } from '../../models/campaign.js'
import { Contact as OwnedContact } from '../../models/contact.js'
import { DailyCount as OwnedDailyCount } from '../../models/daily-count.js'
import { DkimKey as OwnedDkimKey } from '../../models/dkim-key.js'
import { Email as OwnedEmail } from '../../models/email.js'
import { EventName as OwnedEventName } from '../../models/event-name.js'
import { Event as OwnedEvent } from '../../models/event.js'
import { Execution as OwnedExecution } from '../../models/execution.js'
import { ExportPart as OwnedExportPart } from '../../models/export-part.js'
import { Field as OwnedField } from '../../models/field.js'
import { IdempotencyKey as OwnedIdempotencyKey } from '../../models/idempotency-key.js'
import { ImportChunk as OwnedImportChunk } from '../../models/import-chunk.js'
import { ImportFaults as OwnedImportFaults } from '../../models/import-faults.js'
import { Invitation as OwnedInvitation } from '../../models/invitation.js'
import { Job as OwnedJob } from '../../models/job.js'
import { Member as OwnedMember } from '../../models/member.js'
import { Outbox as OwnedOutbox } from '../../models/outbox-entry.js'
import { ReceivedBody as OwnedReceivedBody } from '../../models/received-body.js'
import { Segment as OwnedSegment } from '../../models/segment.js'
import { SenderDomain as OwnedSenderDomain } from '../../models/sender-domain.js'
import { SoftBounces as OwnedSoftBounces } from '../../models/soft-bounces.js'
import { StepCount as OwnedStepCount } from '../../models/step-count.js'
import { StepExecution as OwnedStepExecution } from '../../models/step-execution.js'
import { Suppression as OwnedSuppression } from '../../models/suppression.js'
import { TemplateVersion as OwnedTemplateVersion } from '../../models/template-version.js'
import { Template as OwnedTemplate } from '../../models/template.js'
import { TestAddress as OwnedTestAddress } from '../../models/test-address.js'
import { Upload as OwnedUpload } from '../../models/upload.js'
import { Wait as OwnedWait } from '../../models/wait.js'
import { UsageTally as OwnedUsageTally } from '../../models/usage-tally.js'
import { WorkflowVersion as OwnedWorkflowVersion } from '../../models/workflow-version.js'
import { Workflow as OwnedWorkflow } from '../../models/workflow.js'
import type { Owned, OwnedModel } from '../../models/owned-model.js'

// A test looks at what is stored by whatever it knows, such as an id. These are the models without the rule that every
// query names its project.
const plain = <Doc extends Owned>(model: OwnedModel<Doc>) => model as unknown as Model<Doc>

export const ApiKey = plain(OwnedApiKey)
export const AttachmentPart = plain(OwnedAttachmentPart)
export const AttachmentUpload = plain(OwnedAttachmentUpload)
export const BillingEvent = plain(OwnedBillingEvent)
export const Campaign = plain(OwnedCampaign)
export const CampaignBatch = plain(OwnedCampaignBatch)
export const CampaignLink = plain(OwnedCampaignLink)
export const Contact = plain(OwnedContact)
export const DailyCount = plain(OwnedDailyCount)
export const DkimKey = plain(OwnedDkimKey)
export const Email = plain(OwnedEmail)
export const Event = plain(OwnedEvent)
export const EventName = plain(OwnedEventName)
export const Execution = plain(OwnedExecution)
export const ExportPart = plain(OwnedExportPart)
export const Field = plain(OwnedField)
export const IdempotencyKey = plain(OwnedIdempotencyKey)
export const ImportChunk = plain(OwnedImportChunk)
export const ImportFaults = plain(OwnedImportFaults)
export const Invitation = plain(OwnedInvitation)
export const Job = plain(OwnedJob)
export const Member = plain(OwnedMember)
export const Outbox = plain(OwnedOutbox)
export const ReceivedBody = plain(OwnedReceivedBody)
export const Segment = plain(OwnedSegment)
export const SenderDomain = plain(OwnedSenderDomain)
export const SoftBounces = plain(OwnedSoftBounces)
export const StepCount = plain(OwnedStepCount)
export const StepExecution = plain(OwnedStepExecution)
export const Suppression = plain(OwnedSuppression)
export const Template = plain(OwnedTemplate)
export const TestAddress = plain(OwnedTestAddress)
export const TemplateVersion = plain(OwnedTemplateVersion)
export const Upload = plain(OwnedUpload)
export const Wait = plain(OwnedWait)
export const Workflow = plain(OwnedWorkflow)
export const UsageTally = plain(OwnedUsageTally)
export const WorkflowVersion = plain(OwnedWorkflowVersion)
