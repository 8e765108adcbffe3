import { z } from 'zod'
import { ACTIVITY_TYPES, type ActivityType } from '../../models/domain/activity.js'
import { dayBound, DateTime } from './date.js'
import { EXAMPLE_IDS, Id } from './ids.js'
import { cursorList, pageLimit } from './pagination.js'

const USUAL_SIZE = 50
const USUAL_UPCOMING = 20
const USUAL_DAYS_AHEAD = 30
const MAX_DAYS_AHEAD = 90
const MAX_MINUTES = 60

const Type = z.enum(ACTIVITY_TYPES)
// Names between commas, with blanks around them.
const NAME = `(${ACTIVITY_TYPES.join('|').replaceAll('.', '\\.')}) *`
const Types = z
  .string()
  // linear: a blank, a name and a comma differ in their first character.
  .regex(new RegExp(`^ *(${NAME})?(, *(${NAME})?)*$`), {
    error: `Use a comma-separated list of ${ACTIVITY_TYPES.join(', ')}`,
    abort: true,
  })
  .transform((text) =>
    text
      .split(',')
      .map((name) => name.trim())
      .filter((name): name is ActivityType => name !== ''),
  )
  .meta({ examples: ['email.sent,email.opened'] })

const Metadata = z.record(z.string(), z.unknown()).meta({
  examples: [{ emailId: EXAMPLE_IDS.email }],
  description: 'Details of the activity, without the contact.',
})

/** The query of GET /activity. */
export const ActivityQuery = z.object({
  startDate: dayBound('Start of the range: a day or a date-time.', '2026-03-01'),
  endDate: dayBound('End of the range, inclusive: a day or a date-time.', '2026-03-30T18:00:00+02:00'),
  limit: pageLimit(USUAL_SIZE),
  cursor: z.string().min(1).optional(),
  types: Types.optional(),
  contactId: Id.optional(),
})

/** An activity as the API shows it. */
export const ActivityResponse = z
  .object({
    id: z.string().meta({ examples: [EXAMPLE_IDS.event] }),
    type: Type,
    timestamp: DateTime,
    contactId: z
      .string()
      .nullable()
      .meta({ examples: [EXAMPLE_IDS.contact] }),
    contactEmail: z
      .string()
      .nullable()
      .meta({ examples: ['ada@example.com'] }),
    metadata: Metadata,
  })
  .meta({ id: 'Activity' })

/** A page of activities. */
export const ActivityList = cursorList(ActivityResponse).meta({ id: 'ActivityList' })

/** Sums over days. */
export const ActivityStatsResponse = z
  .object({
    totalEvents: z.int().meta({ examples: [7] }),
    totalEmailsSent: z.int().meta({ examples: [4] }),
    totalEmailsOpened: z.int().meta({ examples: [2] }),
    totalEmailsClicked: z.int().meta({ examples: [1] }),
    totalWorkflowsStarted: z.int().meta({ examples: [1] }),
    openRate: z.number().meta({ examples: [50], description: 'Percentage of sent emails.' }),
    clickRate: z.number().meta({ examples: [25], description: 'Percentage of sent emails.' }),
  })
  .meta({ id: 'ActivityStats' })

/** The query of GET /activity/recent-count. */
export const RecentQuery = z.object({ minutes: z.coerce.number().int().min(1).max(MAX_MINUTES).default(5) })

/** The number of recent activities. */
export const RecentCount = z
  .object({ count: z.int().meta({ examples: [3] }), minutes: z.int().meta({ examples: [5] }) })
  .meta({ id: 'RecentActivity' })

/** The query of GET /activity/upcoming. */
export const UpcomingQuery = z.object({
  limit: pageLimit(USUAL_UPCOMING),
  daysAhead: z.coerce.number().int().min(1).max(MAX_DAYS_AHEAD).default(USUAL_DAYS_AHEAD),
})

/** The activities to come. */
export const UpcomingActivities = z
  .object({
    activities: z.array(
      z.object({
        type: z.enum(['campaign.scheduled', 'workflow.wake']),
        timestamp: DateTime,
        contactId: z.string().nullable(),
        metadata: Metadata,
      }),
    ),
  })
  .meta({ id: 'UpcomingActivities' })

/** The types of the feed. */
export const ActivityTypes = z.object({ types: z.array(Type) }).meta({ id: 'ActivityTypes' })
