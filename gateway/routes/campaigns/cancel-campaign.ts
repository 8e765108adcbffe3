import { cancelCampaign } from '../../../commands/sending/campaigns/cancel-campaign.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentCampaign } from '../../presenters/campaign.js'
import { CampaignParams, CampaignResponse } from '../../schemas/campaign.js'

export const cancelCampaignRoute = defineEndpoint({
  operationId: 'cancelCampaign',
  method: 'post',
  path: '/campaigns/:id/cancel',
  access: 'project',
  effect: 'keeps',
  summary: 'Cancel a campaign',
  description: 'No message is sent after the response.',
  example: { response: { status: 'CANCELLED' } },
  request: { params: CampaignParams },
  response: CampaignResponse,
  envelope: 'success',
  errors: ['CAMPAIGN_NOT_FOUND', 'CONFLICT'],
  async handle({ params }, { projectId }) {
    const campaign = await cancelCampaign({ projectId, campaignId: params.id })
    return presentCampaign(campaign)
  },
})
