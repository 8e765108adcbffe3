import { deleteCampaign } from '../../../commands/sending/campaigns/delete-campaign.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { CampaignDeletedResponse, CampaignParams } from '../../schemas/campaign.js'

export const deleteCampaignRoute = defineEndpoint({
  operationId: 'deleteCampaign',
  method: 'delete',
  path: '/campaigns/:id',
  access: 'project',
  effect: 'keeps',
  summary: 'Delete a campaign',
  description:
    'Returns 409 if the campaign is scheduled or being sent, or if a segment, an enabled workflow or the audience ' +
    'of another unsent campaign uses it; `details` lists them. Sent emails stay.',
  request: { params: CampaignParams },
  response: CampaignDeletedResponse,
  errors: ['CAMPAIGN_NOT_FOUND', 'CONFLICT'],
  async handle({ params }, { projectId }) {
    await deleteCampaign({ projectId, campaignId: params.id })
    return { success: true as const }
  },
})
