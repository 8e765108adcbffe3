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
  emails: EmailCounts
  /** The number of events by escaped name. Only counters in the project's time zone have it. */
  events?: Record<string, number>
}

const dailyCountSchema = new Schema<DailyCountRecord>(
  {
    _id: { type: String, required: true },
    projectId: { type: String, required: true },
    zone: { type: String, required: true },
    date: { type: String, required: true },
    emails: { type: Schema.Types.Mixed, default: {} },
    events: { type: Schema.Types.Mixed, default: undefined },
  },
  { collection: 'daily_counts', strict: 'throw', minimize: false },
)
// GET /analytics: the days of a project in order; DELETE of a project.
dailyCountSchema.index({ projectId: 1, zone: 1, date: 1 })

export const DailyCount = model('DailyCount', dailyCountSchema)

/** The id of the counters of a day. */
export const dailyCountId = (projectId: string, zone: string, date: string): string => `${projectId}:${zone}:${date}`
