import { topCampaigns } from '../../../commands/reading/analytics/campaign-analytics.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { TopQuery, TopCampaigns } from '../../schemas/analytics.js'
import { rangeOf } from './day-range.js'

export const getTopCampaignsRoute = defineEndpoint({
  operationId: 'getTopCampaigns',
  method: 'get',
  path: '/analytics/top-campaigns',
  access: 'project',
  summary: 'List top campaigns by opens',
  description: "At most 90 days in the project's time zone.",
  request: { query: TopQuery },
  response: TopCampaigns,
  errors: ['BAD_REQUEST'],
  handle: async ({ query }, { project }) => topCampaigns(rangeOf(project, query), query.limit),
})
