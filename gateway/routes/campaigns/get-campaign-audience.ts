import { countAudience } from '../../../commands/campaigns/count-audience.js'
import { findCampaign } from '../../../commands/campaigns/find-campaign.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { CampaignAudienceResponse, CampaignParams } from '../../schemas/campaign.js'

export const getCampaignAudience = defineEndpoint({
  operationId: 'getCampaignAudience',
  method: 'get',
  path: '/campaigns/:id/audience',
  access: 'project',
  summary: 'Count whom a campaign would reach now, and whom not',
  description: 'A segment or a condition of very many contacts may take too long to count: 503.',
  request: { params: CampaignParams },
  response: CampaignAudienceResponse,
  envelope: 'success',
  errors: ['CAMPAIGN_NOT_FOUND', 'RESOURCE_NOT_FOUND', 'BAD_REQUEST'],
  async handle({ params }, { projectId }) {
    return countAudience(await findCampaign({ projectId, campaignId: params.id }))
  },
})
