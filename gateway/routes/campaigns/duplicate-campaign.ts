import { duplicateCampaign } from '../../../commands/sending/campaigns/duplicate-campaign.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentCampaign } from '../../presenters/campaign.js'
import { MAX_NAME_LENGTH } from '../../schemas/message.js'
import { CampaignParams, CampaignResponse } from '../../schemas/campaign.js'

export const duplicateCampaignRoute = defineEndpoint({
  operationId: 'duplicateCampaign',
  method: 'post',
  path: '/campaigns/:id/duplicate',
  access: 'project',
  effect: 'keeps',
  summary: 'Duplicate a campaign as a draft',
  description: 'Works for campaigns in any state. The name of the copy ends with ` (Copy)`.',
  example: { response: { name: 'Spring news (Copy)' } },
  request: { params: CampaignParams },
  response: CampaignResponse,
  status: 201,
  envelope: 'success',
  errors: ['CAMPAIGN_NOT_FOUND'],
  async handle({ params }, { projectId }) {
    return presentCampaign(
      await duplicateCampaign({ projectId, campaignId: params.id }, { maxNameLength: MAX_NAME_LENGTH }),
    )
  },
})
