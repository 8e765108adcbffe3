import { Schema } from 'mongoose'
import { MESSAGE_TYPES, SOURCE_TYPES, type MessageType, type SourceType } from './domain/message-kinds.js'
import type { Deferral } from './domain/deferral.js'
import type { KnownEmail } from './domain/email-facts.js'
import { TROUBLE_STATUSES, type EmailStatus } from './domain/email-status.js'
import { newId } from '../runtime/ids.js'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

/**
 * The filter for emails of every source. With it, MongoDB merges the sources of an index that holds the source before
 * the time, instead of sorting.
 */
export const ANY_SOURCE = { sourceType: { $in: [...SOURCE_TYPES] } }

/** The names of the indexes that list the emails of one origin, newest first. */
export const INDEX_OF_ORIGIN = {
  campaignId: 'by_campaign',
  templateId: 'by_template',
  workflowId: 'by_workflow',
  executionId: 'by_execution',
} as const

/** A file of an email. Its bytes are stored under `fileId`, once for all recipients of a request. */
export interface AttachmentRecord {
  fileId: string
  filename: string
  contentType: string
  contentId: string | null
  disposition: 'attachment' | 'inline'
  sizeBytes: number
}

/**
 * One message to one recipient, from the request to the last known fact. The text consists of `contentId` (shared
 * Liquid templates), `variables`, and the fields of the contact, which are read when the message is composed.
 */
export interface EmailRecord extends KnownEmail {
  _id: string
  projectId: string
  /** Empty for a test email to an address without a contact. */
  contactId: string
  /** The contact whose data fills in the message, where that contact is not the recipient. */
  aboutContactId: string | null
  /** The identity of the recipient's address. */
  to: string
  /** The recipient's address as the message spells it; absent when it is `to`. */
  toSpelling?: string
  toName: string | null
  from: string
  fromName: string | null
  replyTo: string | null
  subject: string
  contentId: string
  /** Values of this message alone, with escaped keys: `data` overrides the contact's fields, `scope` everything. */
  variables: { data?: Record<string, unknown>; scope?: Record<string, unknown> } | null
  headers: [string, string][]
  /** The document of variables and headers that the emails of one request share; absent when this email shares none. */
  sharedVariablesId?: string
  attachments: AttachmentRecord[]
  type: MessageType
  sourceType: SourceType
  templateId: string | null
  campaignId: string | null
  executionId: string | null
  workflowId: string | null
  stepId: string | null
  /** Number of the step run in its execution. The id derives from it, `executionId` and `retries`. */
  sequence: number | null
  /** The number of earlier retries of the execution; null: none. */
  retries: number | null
  depth: number
  tags: string[]
  /**
   * The project whose members caused a mail to a user. Bounces and complaints affect the reputation of this project.
   */
  answerableProjectId?: string
  /** Whether opens and clicks are tracked; null: the project's setting applies. */
  tracking: boolean | null
  /** The email that this one sends again; absent: none. */
  sentAgainFrom?: string
  /** The email that sends this one again, and the time of its request; absent: none. */
  sentAgain?: { emailId: string; at: Date }
  /** The status if indexes list emails by it; see `listedStatusOf`. */
  listedStatus?: EmailStatus
  temporalWorkflowId: string | null
  /** Number of claims so far. Only the latest claim may submit the email. */
  attempt: number
  claimedAt: Date | null
  /** The time since which the outcome of the email's claim is unknown. */
  unknownSince?: Date
  /** Why the email waits for its outcome; absent when the email does not wait, or was not tried yet. */
  deferred?: Deferral
  /** The time when the delivery was stopped in Temporal. From then on, no claim of the email is submitted. */
  cancelledAt?: Date
  /** Id of the write that last claimed the email. All emails of one write have the same id. */
  claim: string | null
  /** When a link of this email first unsubscribed the contact. */
  unsubscribedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

const optionalText = { type: String, default: null } as const
const optionalDate = { type: Date, default: null } as const
const counter = { type: Number, default: 0 } as const

const emailSchema = new Schema<EmailRecord>(
  {
    _id: { type: String, default: newId },
    projectId: { type: String, required: true },
    contactId: { type: String, required: true },
    aboutContactId: optionalText,
    to: { type: String, required: true },
    toSpelling: String,
    toName: optionalText,
    from: { type: String, required: true },
    fromName: optionalText,
    replyTo: optionalText,
    subject: { type: String, required: true },
    contentId: { type: String, required: true },
    variables: { type: Schema.Types.Mixed, default: null },
    headers: { type: Schema.Types.Mixed, default: [] },
    sharedVariablesId: String,
    attachments: { type: Schema.Types.Mixed, default: [] },
    type: { type: String, enum: MESSAGE_TYPES, required: true },
    sourceType: { type: String, required: true },
    templateId: optionalText,
    campaignId: optionalText,
    executionId: optionalText,
    workflowId: optionalText,
    stepId: optionalText,
    sequence: { type: Number, default: null },
    retries: { type: Number, default: null },
    depth: counter,
    tags: { type: [String], default: [] },
    answerableProjectId: String,
    tracking: { type: Boolean, default: null },
    sentAgainFrom: String,
    sentAgain: { type: Schema.Types.Mixed, default: undefined },
    status: { type: String, required: true, default: 'PENDING' },
    listedStatus: String,
    error: optionalText,
    messageId: optionalText,
    sesMessageId: String,
    temporalWorkflowId: optionalText,
    attempt: counter,
    claimedAt: optionalDate,
    unknownSince: Date,
    deferred: Schema.Types.Mixed,
    cancelledAt: Date,
    claim: optionalText,
    sentAt: optionalDate,
    deliveredAt: optionalDate,
    openedAt: optionalDate,
    clickedAt: optionalDate,
    bouncedAt: optionalDate,
    softBouncedAt: Date,
    complainedAt: optionalDate,
    providerUnsubscribedAt: Date,
    unsubscribedAt: optionalDate,
    opens: counter,
    clicks: counter,
    openEvents: Number,
    clickEvents: Number,
    machineOpenEvents: Number,
    machineClickEvents: Number,
    keysWithoutEvent: { type: [String], default: undefined },
    followedLinks: { type: [String], default: undefined },
  },
  { collection: 'emails', timestamps: true, strict: 'throw', minimize: false },
)
// GET /emails, newest first, of one source or of all.
emailSchema.index({ projectId: 1, sourceType: 1, createdAt: -1, _id: -1 }, { name: 'by_source' })

// No index has the field `status`, and none the id that SES gives: an update of a field of any index makes MongoDB
// compute the entries of all indexes anew, which costs ten times as much as the update itself. (`$in` in a filter of an
// index needs MongoDB 6.0.)

// GET /emails by status; POST /v1/send with a limit of billing: the emails that wait.
emailSchema.index(
  { projectId: 1, listedStatus: 1, sourceType: 1, createdAt: -1, _id: -1 },
  { name: 'by_status', partialFilterExpression: { listedStatus: { $gt: '' } } },
)
// GET /emails by address; POST /webhooks/email-infra: the email of a notification without our tags, by its recipient.
// The address stands first, because such a notification names no project.
emailSchema.index({ to: 1, projectId: 1, createdAt: -1, _id: -1 }, { name: 'by_address' })
// GET /emails by contact, newest first; DELETE /contacts/{id}: the emails of a contact.
emailSchema.index({ projectId: 1, contactId: 1, createdAt: -1, _id: -1 })
// DELETE /contacts/{id}: the emails to others that mention a contact.
emailSchema.index({ projectId: 1, aboutContactId: 1 }, { partialFilterExpression: { aboutContactId: { $gt: '' } } })

// The planner uses a partial index only if the query implies its filter: an equality implies `$gt: ''`, but not
// `$type`.

// GET /emails of a campaign, a template, a workflow or an execution.
for (const [field, name] of Object.entries(INDEX_OF_ORIGIN)) {
  emailSchema.index(
    { projectId: 1, [field]: 1, createdAt: -1, _id: -1 },
    { name, partialFilterExpression: { [field]: { $gt: '' } } },
  )
}
// GET /emails of a campaign by status.
emailSchema.index(
  { projectId: 1, campaignId: 1, listedStatus: 1, createdAt: -1, _id: -1 },
  {
    name: 'campaign_statuses',
    partialFilterExpression: { campaignId: { $gt: '' }, listedStatus: { $gt: '' } },
  },
)
// GET /emails of a template that were not delivered or reported as spam. They are few, so the index costs the other
// emails nothing.
emailSchema.index(
  { projectId: 1, templateId: 1, listedStatus: 1, createdAt: -1, _id: -1 },
  {
    name: 'template_troubles',
    partialFilterExpression: { templateId: { $gt: '' }, listedStatus: { $in: [...TROUBLE_STATUSES] } },
  },
)
// GET /emails of a workflow that were not delivered or reported as spam. They are few.
emailSchema.index(
  { projectId: 1, workflowId: 1, listedStatus: 1, createdAt: -1, _id: -1 },
  {
    name: 'workflow_troubles',
    partialFilterExpression: { workflowId: { $gt: '' }, listedStatus: { $in: [...TROUBLE_STATUSES] } },
  },
)
// GET /emails of a campaign whose recipients unsubscribed by them. They are few.
emailSchema.index(
  { projectId: 1, campaignId: 1, createdAt: -1, _id: -1 },
  { name: 'campaign_unsubscribed', partialFilterExpression: { unsubscribedAt: { $gt: new Date(0) } } },
)
// GET /campaigns/{id}/stats: the emails whose outcome is unknown. They are few.
emailSchema.index(
  { projectId: 1, campaignId: 1 },
  { name: 'unknown_outcome', partialFilterExpression: { 'deferred.reason': 'unknown_outcome' } },
)
// POST /v1/send: whether an unresolved email still needs an attachment.
emailSchema.index(
  { projectId: 1, 'attachments.fileId': 1 },
  { partialFilterExpression: { 'attachments.fileId': { $gt: '' } } },
)
shardByProject(emailSchema, '_id')

export const Email = ownedModel<EmailRecord>('Email', emailSchema)
