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
    'Answers 409 for a campaign that is scheduled or being sent, and for a campaign that a segment, an enabled ' +
    'workflow or the audience of another unsent campaign names; `details` lists them. The sent emails stay.',
  request: { params: CampaignParams },
  response: CampaignDeletedResponse,
  errors: ['CAMPAIGN_NOT_FOUND', 'CONFLICT'],
  async handle({ params }, { projectId }) {
    await deleteCampaign({ projectId, campaignId: params.id })
    return { success: true as const }
  },
})
