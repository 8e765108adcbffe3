import { readCampaignTimeseries } from '../../../commands/base/counters/campaign-counters.js'
import { findCampaign } from '../../../commands/sending/campaigns/find-campaign.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentInterval } from '../../presenters/campaign-results.js'
import { CampaignTimeseriesQuery, CampaignTimeseriesResponse } from '../../schemas/campaign-results.js'
import { CampaignParams } from '../../schemas/campaign.js'

export const getCampaignTimeseriesRoute = defineEndpoint({
  operationId: 'getCampaignTimeseries',
  method: 'get',
  path: '/campaigns/:id/timeseries',
  access: 'project',
  summary: 'Count the outcomes of a campaign by hour or by day',
  description:
    'The first 48 hours since sending began, or the first 90 days, until now, in the time zone of the project. No ' +
    'interval is left out. Each fact about an email counts once, when it was recorded. A campaign that has not begun ' +
    'has no intervals.',
  example: { query: { interval: 'hour' } },
  request: { params: CampaignParams, query: CampaignTimeseriesQuery },
  response: CampaignTimeseriesResponse,
  envelope: 'success',
  errors: ['CAMPAIGN_NOT_FOUND'],
  async handle({ params, query: { interval } }, { projectId, project: { timezone } }) {
    const campaign = await findCampaign({ projectId, campaignId: params.id })
    const series = await readCampaignTimeseries(campaign, timezone, interval)
    return { interval, timezone, intervals: series.map(presentInterval) }
  },
})
