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
  summary: 'Get campaign results by hour or day',
  description:
    "The first 48 hours or 90 days since sending started, up to now, in the project's time zone. Includes intervals " +
    'without results. Each result of an email counts once, when it was recorded. A campaign that has not started ' +
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
