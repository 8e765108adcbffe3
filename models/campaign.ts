import { Schema } from 'mongoose'
import type { ConditionTree } from './domain/conditions/tree.js'
import type { Utm } from './domain/utm.js'
import type { MailCounts, MailRates } from './domain/reputation.js'
import { newId } from '../runtime/ids.js'
import { separateChangeTimes } from '../runtime/mongodb/change-times.js'
import { DATABASE_TIMESTAMPS } from '../runtime/mongodb/clock.js'
import { NAMED_MESSAGE, type NamedMessage } from './message.js'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

/** The reasons for which the service pauses campaigns. */
export const PAUSED_REASONS = ['PROJECT_DISABLED', 'BILLING_LIMIT', 'EMAIL_REPUTATION'] as const

/** The reason for which the service paused a campaign. */
export type PausedReason = (typeof PAUSED_REASONS)[number]

/** Who paused a campaign where the service did not: its pausedReason is null. */
export const PAUSED_BY = ['MEMBER', 'API_KEY'] as const

/** Every status of a campaign. */
export const CAMPAIGN_STATUSES = ['DRAFT', 'SCHEDULED', 'SENDING', 'SENT', 'CANCELLED'] as const
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number]

/** Every type of audience. */
export const AUDIENCE_TYPES = ['ALL', 'SEGMENT', 'FILTERED'] as const
export type AudienceType = (typeof AUDIENCE_TYPES)[number]

/** The counters of a campaign that its emails increase. */
export const CAMPAIGN_COUNTERS = [
  'sentCount',
  'deliveredCount',
  'openedCount',
  'clickedCount',
  'bouncedCount',
  'complainedCount',
  'unsubscribedCount',
  'failedCount',
  'skippedCount',
] as const
export type CampaignCounter = (typeof CAMPAIGN_COUNTERS)[number]

/** How the bounces and complaints of a campaign are judged. */
export interface CampaignJudgement {
  /** The figures for which the campaign was last paused. */
  figures?: MailRates
  /** Whether the campaign was paused in the place of its project, which is not judged by its mail up to `since`. */
  isSpared?: boolean
  /** When a person last let it continue. It is judged by mail sent after that. */
  since?: Date
  /** The counts of its mail that was sent up to `since`. */
  excluded?: Partial<MailCounts>
}

/** How far the contacts of a project have been read to freeze an audience. */
export interface AudienceFreeze {
  /** The contact after which the freeze goes on; null before the first batch. */
  after: string | null
  /** The last contact of the project when the freeze began. */
  last: string
  /** Number of batches and of recipients that were stored. */
  batches: number
  recipients: number
}

/** One message to an audience. `pausedMs` is the total length of the earlier pauses. */
export interface CampaignRecord extends NamedMessage, Record<CampaignCounter, number> {
  _id: string
  projectId: string
  status: CampaignStatus
  /** Null until its author has chosen one; then it can be sent. */
  audienceType: AudienceType | null
  segmentId: string | null
  audienceCondition: ConditionTree | null
  /** The UTM parameters of its links, in Liquid; null or absent without any. */
  utm?: Utm | null
  scheduledFor: Date | null
  totalRecipients: number
  contentId: string | null
  /**
   * Counts the campaigns of the project in the order in which they begin to be sent, from 1 on. It is part of the
   * receipts that contacts hold. Missing before the campaign begins.
   */
  number?: number
  /** The progress of the freeze. Missing before it has stored anything. */
  freeze?: AudienceFreeze
  /**
   * The time when sending began. `frozenAt` is the time when the whole audience was frozen; until then
   * `totalRecipients` is an estimate.
   */
  startedAt: Date | null
  frozenAt: Date | null
  pausedAt: Date | null
  /** Null when a member paused the campaign. */
  pausedReason?: PausedReason | null
  /** Missing while neither its reputation nor a disabled project has paused it. */
  judgement?: CampaignJudgement
  pausedMs: number
  sentAt: Date | null
  /** The time when a member or client last scheduled the campaign. `cancelledAt` is the time of the cancellation. */
  scheduledAt?: Date
  cancelledAt?: Date
  /**
   * Whether the retention of emails has deleted some emails of the campaign. Its counters then exceed its stored
   * emails.
   */
  emailsPurged?: boolean
  /** Whether lists and pickers leave it out. An archived campaign is a draft or over. */
  archived: boolean
  /** Increased by transactions that store a reference to the campaign. Its deletion conflicts with them. */
  guard: number
  createdAt: Date
  updatedAt: Date
}

const counter = { type: Number, default: 0 } as const
const optionalText = { type: String, default: null } as const
const optionalDate = { type: Date, default: null } as const

const campaignSchema = new Schema<CampaignRecord>(
  {
    _id: { type: String, default: newId },
    projectId: { type: String, required: true },
    ...NAMED_MESSAGE,
    status: { type: String, enum: CAMPAIGN_STATUSES, required: true, default: 'DRAFT' },
    audienceType: { type: String, enum: [...AUDIENCE_TYPES, null], default: null },
    segmentId: optionalText,
    audienceCondition: { type: Schema.Types.Mixed, default: null },
    utm: { type: Schema.Types.Mixed, default: undefined },
    scheduledFor: optionalDate,
    totalRecipients: counter,
    sentCount: counter,
    deliveredCount: counter,
    openedCount: counter,
    clickedCount: counter,
    bouncedCount: counter,
    complainedCount: counter,
    unsubscribedCount: counter,
    failedCount: counter,
    skippedCount: counter,
    contentId: optionalText,
    number: Number,
    freeze: { type: Schema.Types.Mixed, default: undefined },
    startedAt: optionalDate,
    frozenAt: optionalDate,
    pausedAt: optionalDate,
    pausedReason: { type: String, enum: [...PAUSED_REASONS, null], default: undefined },
    judgement: { type: Schema.Types.Mixed, default: undefined },
    pausedMs: counter,
    sentAt: optionalDate,
    scheduledAt: Date,
    cancelledAt: Date,
    emailsPurged: Boolean,
    archived: { type: Boolean, required: true, default: false },
    guard: counter,
  },
  { collection: 'campaigns', timestamps: DATABASE_TIMESTAMPS, strict: 'throw', minimize: false },
)
separateChangeTimes(campaignSchema)
// DELETE /contacts/fields/{field}, `posthorn recount`: all campaigns, newest first.
campaignSchema.index({ projectId: 1, createdAt: -1, _id: -1 })
// GET /campaigns, newest first: without the archived ones, or only those.
campaignSchema.index({ projectId: 1, archived: 1, createdAt: -1, _id: -1 })
// GET /campaigns of one status, newest first.
campaignSchema.index({ projectId: 1, status: 1, archived: 1, createdAt: -1, _id: -1 })
// GET /campaigns by name, so that MongoDB does not sort bodies of megabytes in memory.
campaignSchema.index({ projectId: 1, archived: 1, name: 1, _id: 1 })
// GET /campaigns by last change, for the same reason.
campaignSchema.index({ projectId: 1, archived: 1, updatedAt: -1, _id: -1 })

// GET /activity: when campaigns were scheduled, sent and cancelled.
for (const field of ['scheduledAt', 'sentAt', 'cancelledAt']) {
  campaignSchema.index(
    { projectId: 1, [field]: -1, _id: -1 },
    { partialFilterExpression: { [field]: { $gt: new Date(0) } } },
  )
}
// DELETE /uploads/{id}, GET /uploads/{id}/usage: the campaigns that show an image.
campaignSchema.index(
  { projectId: 1, uploadIds: 1 },
  { name: 'by_upload', partialFilterExpression: { uploadIds: { $gt: '' } } },
)
shardByProject(campaignSchema)

export const Campaign = ownedModel<CampaignRecord>('Campaign', campaignSchema)
