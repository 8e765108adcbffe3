import { topCampaigns } from '../../../commands/reading/analytics/campaign-analytics.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { TopQuery, TopCampaigns } from '../../schemas/analytics.js'
import { rangeOf } from './day-range.js'

export const getTopCampaignsRoute = defineEndpoint({
  operationId: 'getTopCampaigns',
  method: 'get',
  path: '/analytics/top-campaigns',
  access: 'project',
  summary: 'List the campaigns that were opened most',
  description: 'Days are those of the time zone of the project, at most 90.',
  request: { query: TopQuery },
  response: TopCampaigns,
  errors: ['BAD_REQUEST'],
  handle: async ({ query }, { project }) => topCampaigns(rangeOf(project, query), query.limit),
})
