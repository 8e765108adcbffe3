import { model, Schema } from 'mongoose'

/** The counters of the emails of a day. Each counter counts an email once. `received` counts inbound mail. */
export const EMAIL_COUNTERS = [
  'sentTransactional',
  'sentCampaign',
  'sentWorkflow',
  'delivered',
  'opened',
  'clicked',
  'bounced',
  'complained',
  'received',
] as const

export type EmailCounter = (typeof EMAIL_COUNTERS)[number]

/** The counters of mail that the installation sends because of a project's members. It is not mail of the project. */
export const INVITATION_COUNTERS = ['invited', 'invitationsBounced', 'invitationsComplained'] as const

export type InvitationCounter = (typeof INVITATION_COUNTERS)[number]

export type EmailCounts = Partial<Record<EmailCounter | InvitationCounter, number>>

/** What an email comes from, where its outcomes are counted by it too. */
export const ORIGINS = ['campaign', 'template', 'workflow'] as const

export type Origin = (typeof ORIGINS)[number]

/** The counters of the emails of one origin. Each counter counts an email once. */
export const ORIGIN_COUNTERS = [
  'sent',
  'delivered',
  'opened',
  'clicked',
  'bounced',
  'complained',
  'unsubscribed',
] as const

export type OriginCounter = (typeof ORIGIN_COUNTERS)[number]

export type OriginCounts = Partial<Record<OriginCounter, number>>

/** Additions to the counters of one campaign, template or workflow. */
export interface CountsOfOrigin {
  origin: Origin
  id: string
  counts: OriginCounts
}

/** The date of the sums over all days. */
export const ALL_DAYS = 'all'

/**
 * The counters of a project on one day of a time zone. A project has counters in its time zone, and in UTC for its
 * reputation, which no setting may change. An event that was stored with a dispatch counts on the day on which it was
 * stored.
 */
export interface DailyCountRecord {
  /** `<projectId>:<zone>:<date>`. */
  _id: string
  projectId: string
  zone: string
  /** `YYYY-MM-DD`, or `ALL_DAYS`. */
  date: string
  /** Missing on a day without mail on which events were counted. */
  emails?: EmailCounts
  /** The number of events by escaped name. Only counters in the project's time zone have it. */
  events?: Record<string, number>
  /** The origin whose emails alone are counted; absent: those of the project. */
  origin?: Origin
  originId?: string
  /** The counters of a template or a workflow. */
  outcomes?: OriginCounts
  /** The counters of a campaign on a day in UTC, by the begin of an hour of the project's time zone. */
  hours?: Record<string, OriginCounts>
  expiresAt?: Date
}

const dailyCountSchema = new Schema<DailyCountRecord>(
  {
    _id: { type: String, required: true },
    projectId: { type: String, required: true },
    zone: { type: String, required: true },
    date: { type: String, required: true },
    emails: { type: Schema.Types.Mixed, default: {} },
    events: { type: Schema.Types.Mixed, default: undefined },
    origin: String,
    originId: String,
    outcomes: { type: Schema.Types.Mixed, default: undefined },
    hours: { type: Schema.Types.Mixed, default: undefined },
    expiresAt: Date,
  },
  { collection: 'daily_counts', strict: 'throw', minimize: false },
)
// GET /activity/stats: the days of a project; GET /analytics/top-templates and top-workflows: the days of its origins;
// the reset and the deletion of a project.
dailyCountSchema.index({ projectId: 1, zone: 1, origin: 1, date: 1 })
// The retention of the counters of templates and workflows.
dailyCountSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export const DailyCount = model('DailyCount', dailyCountSchema)

/** The id of the counters of a day. */
export const dailyCountId = (projectId: string, zone: string, date: string): string => `${projectId}:${zone}:${date}`

/** The id of the counters of an origin on a day. */
export const originCountId = (day: string, origin: Origin, id: string): string => `${day}:${origin}:${id}`
