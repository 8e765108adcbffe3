import { campaignTotals } from '../../../commands/reading/analytics/campaign-analytics.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { DayRangeQuery, CampaignAnalytics } from '../../schemas/analytics.js'
import { rangeOf } from './day-range.js'

export const getCampaignAnalyticsRoute = defineEndpoint({
  operationId: 'getCampaignAnalytics',
  method: 'get',
  path: '/analytics/campaign-stats',
  access: 'project',
  summary: 'Count campaigns and their average rates',
  description: "At most 90 days in the project's time zone.",
  request: { query: DayRangeQuery },
  response: CampaignAnalytics,
  errors: ['BAD_REQUEST'],
  handle: async ({ query }, { project }) => campaignTotals(rangeOf(project, query)),
})
