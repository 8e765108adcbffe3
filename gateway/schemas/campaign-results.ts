import { z } from 'zod'
import { DateTime } from './date.js'

/** A link of a campaign as the API shows it. */
export const CampaignLinkResponse = z
  .object({
    url: z
      .string()
      .nullable()
      .meta({
        description: 'The URL as written in the body, in Liquid. Null stands for all other URLs.',
        examples: ['https://example.com/spring?for={{ id }}'],
      }),
    clicks: z.int().meta({ examples: [42] }),
    uniqueClicks: z.int().meta({ description: 'Emails in which the link was clicked.', examples: [40] }),
    firstClickAt: DateTime,
    lastClickAt: DateTime,
  })
  .meta({ id: 'CampaignLink' })

/** The links of a campaign. */
export const CampaignLinksResponse = z.array(CampaignLinkResponse).meta({ id: 'CampaignLinks' })

/** The query of GET /campaigns/:id/timeseries. */
export const CampaignTimeseriesQuery = z.object({ interval: z.enum(['hour', 'day']).default('hour') })

/** The outcomes of a campaign in one interval. */
export const CampaignInterval = z
  .object({
    start: DateTime.meta({ description: 'Start of the hour or the day.' }),
    sent: z.int().meta({ examples: [800] }),
    delivered: z.int(),
    opens: z.int().meta({ description: 'Emails opened for the first time.' }),
    clicks: z.int().meta({ description: 'Emails with a first click.' }),
    bounces: z.int().meta({ description: 'Hard bounces.' }),
    complaints: z.int(),
    unsubscribes: z.int(),
  })
  .meta({ id: 'CampaignInterval' })

/** The outcomes of a campaign by hour or by day. */
export const CampaignTimeseriesResponse = z
  .object({
    interval: z.enum(['hour', 'day']),
    timezone: z.string().meta({ examples: ['Europe/Berlin'] }),
    intervals: z.array(CampaignInterval),
  })
  .meta({ id: 'CampaignTimeseries' })
