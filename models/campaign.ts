import { model, Schema } from 'mongoose'
import { newId } from './ids.js'
import { dispatchIndex, dispatchSchema, type Dispatch } from './intent.js'
import { MESSAGE_TYPES, type MessageType } from './template.js'

/** Where a campaign is. */
export type CampaignStatus = 'DRAFT' | 'SCHEDULED' | 'SENDING' | 'SENT' | 'CANCELLED'
export const CAMPAIGN_STATUSES = ['DRAFT', 'SCHEDULED', 'SENDING', 'SENT', 'CANCELLED'] as const

/** The counters that move with the emails of a campaign. */
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

/** One message to an audience. `sending` numbers its durable execution; `parts` is how many senders share it. */
export interface CampaignRecord extends Record<CampaignCounter, number> {
  _id: string
  projectId: string
  name: string
  description: string | null
  subject: string
  body: string
  from: string
  fromName: string | null
  replyTo: string | null
  type: MessageType
  status: CampaignStatus
  audienceType: 'ALL' | 'SEGMENT' | 'FILTERED'
  segmentId: string | null
  audienceCondition: unknown
  scheduledFor: Date | null
  totalRecipients: number
  contentId: string | null
  sending: number
  parts: number
  sentAt: Date | null
  createdAt: Date
  updatedAt: Date
  dispatch?: Dispatch
}

const counter = { type: Number, default: 0 } as const
const optionalText = { type: String, default: null } as const

const campaignSchema = new Schema<CampaignRecord>(
  {
    _id: { type: String, default: newId },
    projectId: { type: String, required: true },
    name: { type: String, required: true },
    description: optionalText,
    subject: { type: String, required: true },
    body: { type: String, required: true },
    from: { type: String, required: true },
    fromName: optionalText,
    replyTo: optionalText,
    type: { type: String, enum: MESSAGE_TYPES, required: true },
    status: { type: String, enum: CAMPAIGN_STATUSES, required: true, default: 'DRAFT' },
    audienceType: { type: String, enum: ['ALL', 'SEGMENT', 'FILTERED'], required: true },
    segmentId: optionalText,
    audienceCondition: { type: Schema.Types.Mixed, default: null },
    scheduledFor: { type: Date, default: null },
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
    sending: counter,
    parts: counter,
    sentAt: { type: Date, default: null },
    dispatch: dispatchSchema,
  },
  { collection: 'campaigns', timestamps: true, strict: 'throw', minimize: false },
)
// GET /campaigns, newest first.
campaignSchema.index({ projectId: 1, createdAt: -1, _id: -1 })
campaignSchema.index(...dispatchIndex)

export const Campaign = model('Campaign', campaignSchema)
