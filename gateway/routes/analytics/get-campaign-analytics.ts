import { campaignTotals } from '../../../commands/reading/analytics/campaign-analytics.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { DayRangeQuery, CampaignAnalytics } from '../../schemas/analytics.js'
import { rangeOf } from './day-range.js'

export const getCampaignAnalyticsRoute = defineEndpoint({
  operationId: 'getCampaignAnalytics',
  method: 'get',
  path: '/analytics/campaign-stats',
  access: 'project',
  summary: 'Count the campaigns, with their mean rates',
  description: 'Days are those of the time zone of the project, at most 90.',
  request: { query: DayRangeQuery },
  response: CampaignAnalytics,
  errors: ['BAD_REQUEST'],
  handle: async ({ query }, { project }) => campaignTotals(rangeOf(project, query)),
})
