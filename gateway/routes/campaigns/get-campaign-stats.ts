import { countDeferred } from '../../../commands/sending/campaigns/count-deferred.js'
import { findCampaign } from '../../../commands/sending/campaigns/find-campaign.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentCampaignStats } from '../../presenters/campaign.js'
import { CampaignParams, CampaignStatsResponse } from '../../schemas/campaign.js'

export const getCampaignStatsRoute = defineEndpoint({
  operationId: 'getCampaignStats',
  method: 'get',
  path: '/campaigns/:id/stats',
  access: 'project',
  summary: 'Get campaign stats, live while sending',
  request: { params: CampaignParams },
  response: CampaignStatsResponse,
  envelope: 'success',
  errors: ['CAMPAIGN_NOT_FOUND'],
  async handle({ params }, { projectId }) {
    const campaign = await findCampaign({ projectId, campaignId: params.id })
    return presentCampaignStats(campaign, await countDeferred(campaign), new Date())
  },
})
