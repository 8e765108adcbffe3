import { findCampaign } from '../../../commands/sending/campaigns/find-campaign.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentCampaign } from '../../presenters/campaign.js'
import { CampaignParams, CampaignResponse } from '../../schemas/campaign.js'

export const getCampaignRoute = defineEndpoint({
  operationId: 'getCampaign',
  method: 'get',
  path: '/campaigns/:id',
  access: 'project',
  summary: 'Get a campaign',
  request: { params: CampaignParams },
  response: CampaignResponse,
  envelope: 'success',
  errors: ['CAMPAIGN_NOT_FOUND'],
  async handle({ params }, { projectId }) {
    return presentCampaign(await findCampaign({ projectId, campaignId: params.id }))
  },
})
