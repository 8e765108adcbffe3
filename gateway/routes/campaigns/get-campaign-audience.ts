import { countAudience } from '../../../commands/sending/campaigns/count-audience.js'
import { findCampaign } from '../../../commands/sending/campaigns/find-campaign.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { CampaignAudienceResponse, CampaignParams } from '../../schemas/campaign.js'

export const getCampaignAudienceRoute = defineEndpoint({
  operationId: 'getCampaignAudience',
  method: 'get',
  path: '/campaigns/:id/audience',
  access: 'project',
  summary: 'Count the audience of a campaign',
  description:
    'Counts the contacts that would receive the campaign now, and those that would not. Returns 503 if a segment or ' +
    'a condition has too many contacts to count in time.',
  request: { params: CampaignParams },
  response: CampaignAudienceResponse,
  envelope: 'success',
  errors: ['CAMPAIGN_NOT_FOUND', 'RESOURCE_NOT_FOUND', 'BAD_REQUEST'],
  async handle({ params }, { projectId }) {
    const counted = await countAudience(await findCampaign({ projectId, campaignId: params.id }))
    const { total, eligible, unsubscribed, suppressed } = counted
    return { total, eligible, unsubscribed, suppressed }
  },
})
