import { pauseCampaign } from '../../../commands/sending/campaigns/pause-campaign.js'
import { userIdOf } from '../../http/access.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentCampaign } from '../../presenters/campaign.js'
import { CampaignParams, CampaignResponse } from '../../schemas/campaign.js'

export const pauseCampaignRoute = defineEndpoint({
  operationId: 'pauseCampaign',
  method: 'post',
  path: '/campaigns/:id/pause',
  access: 'project',
  effect: 'keeps',
  summary: 'Pause a campaign',
  description: 'Pauses a campaign that is being sent. No message is sent after the response.',
  example: { response: { status: 'SENDING' } },
  request: { params: CampaignParams },
  response: CampaignResponse,
  envelope: 'success',
  errors: ['CAMPAIGN_NOT_FOUND', 'CONFLICT'],
  async handle({ params }, { projectId, caller }) {
    return presentCampaign(await pauseCampaign({ projectId, campaignId: params.id, userId: userIdOf(caller) }))
  },
})
