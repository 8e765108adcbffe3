import { Schema } from 'mongoose'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

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

/** The counters of tests. They count for the reputation and for billing, and neither in analytics nor in campaigns. */
export const TEST_COUNTERS = ['tests', 'testsBounced', 'testsComplained'] as const

export type TestCounter = (typeof TEST_COUNTERS)[number]

/** The counters of the mail that a project answers for, by what it is sent for. */
export const SENT_COUNTERS = [
  'sentTransactional',
  'sentCampaign',
  'sentWorkflow',
  'invited',
  'tests',
] as const satisfies (EmailCounter | InvitationCounter | TestCounter)[]

/** The counters of the bounces and of the complaints of this mail. */
export const BOUNCE_COUNTERS = ['bounced', 'invitationsBounced', 'testsBounced'] as const
export const COMPLAINT_COUNTERS = ['complained', 'invitationsComplained', 'testsComplained'] as const

/**
 * The counters of mail of a project that a decision has excluded from the levels of its reputation. The other counters
 * count this mail too, so that rates stay true.
 */
export const EXCLUDED_COUNTERS = ['excluded', 'excludedBounces', 'excludedComplaints'] as const

export type ExcludedCounter = (typeof EXCLUDED_COUNTERS)[number]

/** The counters of a day that no stored event shows. */
export const UNSHOWN_COUNTERS = [...INVITATION_COUNTERS, ...TEST_COUNTERS, ...EXCLUDED_COUNTERS] as const

export type EmailCounts = Partial<Record<EmailCounter | (typeof UNSHOWN_COUNTERS)[number], number>>

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

/** What is counted by the part of the day, so that the days of every time zone can be summed. */
export type PartCounter = OriginCounter | 'events'

/** Counts by counter, and by the quarter of the day in UTC at which a part of it begins; see `partOf`. */
export type CountsByPart = Partial<Record<PartCounter, Record<string, number>>>

/**
 * The counters of a project on one day in UTC. No counter depends on the time zone of the project: the days of a zone
 * are summed when they are read, from whole days and from parts of days. An event that was stored with a dispatch
 * counts at the moment at which it was stored.
 */
export interface DailyCountRecord {
  /** `<projectId>:<date>`. */
  _id: string
  projectId: string
  /** `YYYY-MM-DD`, or `ALL_DAYS`. Missing where `partsOf` has it. */
  date?: string
  /** Missing on a day without mail on which events were counted. */
  emails?: EmailCounts
  /** Whether the project is judged again when it sends mail; only in the sums over all days. */
  awaitsSends?: boolean
  /** The number of events. */
  eventCount?: number
  /** The number of events by escaped name, of the names that the project's table of names has. */
  events?: Record<string, number>
  /** The same counts by part of the day; for a campaign by every quarter of an hour. `ALL_DAYS` has none. */
  parts?: CountsByPart
  /** The origin whose emails alone are counted; absent: those of the project. */
  origin?: Origin
  originId?: string
  /** The counters of a template or a workflow. */
  outcomes?: OriginCounts
  /** The day whose events `eventParts` counts. It is a document of its own, because most reads do not need it. */
  partsOf?: string
  /** The number of events by escaped name, and by part of the day. */
  eventParts?: Record<string, Record<string, number>>
  expiresAt?: Date
}

const dailyCountSchema = new Schema<DailyCountRecord>(
  {
    _id: { type: String, required: true },
    projectId: { type: String, required: true },
    date: String,
    emails: { type: Schema.Types.Mixed, default: undefined },
    awaitsSends: Boolean,
    eventCount: Number,
    events: { type: Schema.Types.Mixed, default: undefined },
    parts: { type: Schema.Types.Mixed, default: undefined },
    origin: String,
    originId: String,
    outcomes: { type: Schema.Types.Mixed, default: undefined },
    partsOf: String,
    eventParts: { type: Schema.Types.Mixed, default: undefined },
    expiresAt: Date,
  },
  { collection: 'daily_counts', strict: 'throw', minimize: false },
)
// GET /activity/stats: the days of a project; GET /analytics/top-templates and top-workflows: the days of its origins;
// the reset and the deletion of a project.
dailyCountSchema.index({ projectId: 1, origin: 1, date: 1 })
// The retention of the counters of templates and workflows.
dailyCountSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
shardByProject(dailyCountSchema)

export const DailyCount = ownedModel<DailyCountRecord>('DailyCount', dailyCountSchema)

/** The id of the counters of a day. */
export const dailyCountId = (projectId: string, date: string): string => `${projectId}:${date}`

/** The id of the counters of a day's events by name and part. */
export const eventPartsId = (projectId: string, date: string): string => `${dailyCountId(projectId, date)}:events`

/** The id of the counters of an origin on a day. */
export const originCountId = (day: string, origin: Origin, id: string): string => `${day}:${origin}:${id}`
