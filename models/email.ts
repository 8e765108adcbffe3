import { model, Schema } from 'mongoose'
import type { EmailStatus } from './domain/email-status.js'
import { newId } from '../runtime/ids.js'
import { outboxMarkIndex, outboxMarkSchema, type OutboxMark } from './outbox-entry.js'
import { MESSAGE_TYPES, type MessageType } from './template.js'

/** What can make a message. */
export const SOURCE_TYPES = ['TRANSACTIONAL', 'CAMPAIGN', 'WORKFLOW', 'INBOUND', 'TEST'] as const

/** What made the message. */
export type SourceType = (typeof SOURCE_TYPES)[number]

/** A file of a message; its bytes lie in GridFS under `fileId`, shared by all recipients of one request. */
export interface AttachmentRecord {
  fileId: string
  filename: string
  contentType: string
  contentId: string | null
  disposition: 'attachment' | 'inline'
  sizeBytes: number
}

/**
 * One message to one recipient, from the entry to send it to the last thing known of it. What it says is kept
 * as `contentId` (Liquid source, shared) and `variables`; the contact's own fields are read when it leaves.
 */
export interface EmailRecord {
  _id: string
  projectId: string
  /** Empty for a test that went to an address without a contact. */
  contactId: string
  /** Whose data fills it in, where that is another contact than it goes to. */
  aboutContactId: string | null
  to: string
  toName: string | null
  from: string
  fromName: string | null
  replyTo: string | null
  subject: string
  contentId: string
  /** What only this message fills in, keys escaped: `data` over the contact's fields, `scope` over everything. */
  variables: { data?: Record<string, unknown>; scope?: Record<string, unknown> } | null
  headers: [string, string][]
  attachments: AttachmentRecord[]
  type: MessageType
  sourceType: SourceType
  templateId: string | null
  campaignId: string | null
  executionId: string | null
  workflowId: string | null
  stepId: string | null
  /** The step's place in its execution: with `executionId` and `retries`, the key that makes a step send once. */
  sequence: number | null
  /** How often the execution had been retried; null: never. */
  retries: number | null
  depth: number
  tags: string[]
  /** Whether opens and clicks are tracked; null leaves it to the project. */
  tracking: boolean | null
  status: EmailStatus
  error: string | null
  messageId: string | null
  temporalWorkflowId: string | null
  /** How often it was claimed; the claim that hands over must still be the latest. */
  attempt: number
  claimedAt: Date | null
  /** Since when nobody knows what became of its claim. */
  doubtedAt?: Date
  /** Which write claimed it last; emails that were claimed together share it. */
  claim: string | null
  sentAt: Date | null
  deliveredAt: Date | null
  openedAt: Date | null
  clickedAt: Date | null
  bouncedAt: Date | null
  complainedAt: Date | null
  /** When its link unsubscribed the contact for the first time. */
  unsubscribedAt: Date | null
  opens: number
  clicks: number
  createdAt: Date
  updatedAt: Date
  dispatch?: OutboxMark
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
    toName: optionalText,
    from: { type: String, required: true },
    fromName: optionalText,
    replyTo: optionalText,
    subject: { type: String, required: true },
    contentId: { type: String, required: true },
    variables: { type: Schema.Types.Mixed, default: null },
    headers: { type: Schema.Types.Mixed, default: [] },
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
    tracking: { type: Boolean, default: null },
    status: { type: String, required: true, default: 'PENDING' },
    error: optionalText,
    messageId: optionalText,
    temporalWorkflowId: optionalText,
    attempt: counter,
    claimedAt: optionalDate,
    doubtedAt: Date,
    claim: optionalText,
    sentAt: optionalDate,
    deliveredAt: optionalDate,
    openedAt: optionalDate,
    clickedAt: optionalDate,
    bouncedAt: optionalDate,
    complainedAt: optionalDate,
    unsubscribedAt: optionalDate,
    opens: counter,
    clicks: counter,
    dispatch: outboxMarkSchema,
  },
  { collection: 'emails', timestamps: true, strict: 'throw', minimize: false },
)
// GET /emails, newest first.
emailSchema.index({ projectId: 1, createdAt: -1, _id: -1 })
// GET /emails of a status, of an address and of a contact; the messages of a contact that is deleted.
emailSchema.index({ projectId: 1, status: 1, createdAt: -1, _id: -1 })
emailSchema.index({ projectId: 1, to: 1, createdAt: -1, _id: -1 })
emailSchema.index({ projectId: 1, contactId: 1, createdAt: -1, _id: -1 })
// What messages to others say of a contact that is deleted.
emailSchema.index({ aboutContactId: 1 }, { partialFilterExpression: { aboutContactId: { $gt: '' } } })
// GET /emails of a campaign.
emailSchema.index(
  { projectId: 1, campaignId: 1, createdAt: -1, _id: -1 },
  { partialFilterExpression: { campaignId: { $gt: '' } } },
)
// One email a contact and campaign, whatever is retried. (An equality implies `$gt: ''`, but not `$type`, to the
// planner, which decides whether a partial index may be used.)
emailSchema.index(
  { campaignId: 1, contactId: 1 },
  { unique: true, partialFilterExpression: { campaignId: { $gt: '' } } },
)
// One email a step of an execution and retry of it, whatever is repeated; what is still to be withdrawn of one that
// was cancelled.
emailSchema.index(
  { executionId: 1, sequence: 1, retries: 1 },
  { unique: true, partialFilterExpression: { executionId: { $gt: '' } } },
)
// Whether a file is still needed by an unresolved message.
emailSchema.index({ 'attachments.fileId': 1 }, { partialFilterExpression: { 'attachments.fileId': { $gt: '' } } })
emailSchema.index(...outboxMarkIndex)

export const Email = model('Email', emailSchema)
