import { resumeCampaign } from '../../../commands/sending/campaigns/pause-campaign.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentCampaign } from '../../presenters/campaign.js'
import { CampaignParams, CampaignResponse } from '../../schemas/campaign.js'

export const resumeCampaignRoute = defineEndpoint({
  operationId: 'resumeCampaign',
  method: 'post',
  path: '/campaigns/:id/resume',
  access: 'project',
  effect: 'acts',
  summary: 'Resume a paused campaign',
  example: { response: { status: 'SENDING' } },
  request: { params: CampaignParams },
  response: CampaignResponse,
  envelope: 'success',
  errors: ['CAMPAIGN_NOT_FOUND', 'CONFLICT', 'BILLING_LIMIT_EXCEEDED'],
  async handle({ params }, { projectId, services }) {
    const campaign = await resumeCampaign(
      { projectId, campaignId: params.id },
      { hasBilling: services.billing !== null },
    )
    return presentCampaign(campaign)
  },
})
