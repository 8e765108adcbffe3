import { unscheduleCampaign } from '../../../commands/sending/campaigns/unschedule-campaign.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentCampaign } from '../../presenters/campaign.js'
import { CampaignParams, CampaignResponse } from '../../schemas/campaign.js'

export const unscheduleCampaignRoute = defineEndpoint({
  operationId: 'unscheduleCampaign',
  method: 'post',
  path: '/campaigns/:id/unschedule',
  access: 'project',
  effect: 'keeps',
  summary: 'Unschedule a campaign',
  example: { response: { status: 'DRAFT', scheduledFor: null } },
  request: { params: CampaignParams },
  response: CampaignResponse,
  envelope: 'success',
  errors: ['CAMPAIGN_NOT_FOUND', 'CONFLICT'],
  async handle({ params }, { projectId }) {
    return presentCampaign(await unscheduleCampaign({ projectId, campaignId: params.id }))
  },
})
