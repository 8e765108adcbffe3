import { z } from 'zod'
import { calendarDay } from './date.js'
import { Id } from './ids.js'
import { pageLimit } from './pagination.js'

const TOP = 10

/** A range of days in the project's time zone; without dates the last 30 days. */
export const DayRangeQuery = z.object({
  startDate: calendarDay("The first day, in the project's time zone. By default, the range has 30 days.", '2026-03-01'),
  endDate: calendarDay('The last day, inclusive. Defaults to today.', '2026-03-30'),
})

/** The same range, and how many items of a list are wanted. */
export const TopQuery = DayRangeQuery.extend({ limit: pageLimit(TOP) })

/** The same range, and the template or the workflow whose emails are counted. */
export const TimeseriesQuery = DayRangeQuery.extend({
  templateId: Id.optional(),
  workflowId: Id.optional(),
}).refine(({ templateId, workflowId }) => templateId === undefined || workflowId === undefined, {
  path: ['workflowId'],
  error: 'Use either templateId or workflowId, not both',
})

/** The outcomes of the emails of each day. */
export const Timeseries = z
  .array(
    z
      .object({
        date: z.string().meta({ examples: ['2026-03-02'] }),
        emails: z.int().meta({ description: 'Emails sent on that day, excluding tests.' }),
        delivered: z.int(),
        opens: z.int().meta({ description: 'Emails opened for the first time.' }),
        clicks: z.int().meta({ description: 'Emails with a first click.' }),
        bounces: z.int().meta({ description: 'Hard bounces.' }),
        complaints: z.int(),
      })
      .meta({ id: 'DayOfEmails' }),
  )
  .meta({ id: 'Timeseries' })

const rate = z.number().meta({ description: 'Percentage of sent messages.', examples: [41.2] })

/** The campaigns that were opened most. */
export const TopCampaigns = z
  .array(
    z
      .object({
        id: z.string(),
        name: z.string(),
        subject: z.string(),
        sentCount: z.int(),
        openedCount: z.int(),
        clickedCount: z.int(),
        openRate: rate,
        clickRate: rate,
      })
      .meta({ id: 'TopCampaign' }),
  )
  .meta({ id: 'TopCampaigns' })

/** The templates or workflows of which most emails were sent. */
export const TopOrigins = z
  .array(
    z
      .object({
        id: z.string(),
        name: z.string().meta({ examples: ['Welcome'] }),
        sent: z.int(),
        delivered: z.int(),
        opened: z.int(),
        clicked: z.int(),
        bounced: z.int().meta({ description: 'Hard bounces.' }),
        complained: z.int(),
        deliveryRate: rate,
        openRate: rate,
        clickRate: rate,
        bounceRate: rate,
        complaintRate: rate,
      })
      .meta({ id: 'OutcomesOfOrigin' }),
  )
  .meta({ id: 'OutcomesByOrigin' })

/** The results of the campaigns of a project. */
export const CampaignAnalytics = z
  .object({
    total: z.int(),
    active: z.int().meta({ description: 'Scheduled or being sent.' }),
    completed: z.int(),
    averageOpenRate: rate,
    averageClickRate: rate,
  })
  .meta({ id: 'CampaignAnalytics' })

/** The events that happened most often. */
export const TopEvents = z
  .array(
    z
      .object({
        name: z.string().meta({ examples: ['signed up'] }),
        count: z.int(),
        trend: z.int().nullable().meta({
          description: 'Change vs. the previous period in percent. Null if the event did not happen in that period.',
        }),
      })
      .meta({ id: 'TopEvent' }),
  )
  .meta({ id: 'TopEvents' })
