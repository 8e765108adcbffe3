import { countInTime } from '../../../commands/sending/audiences/count-in-time.js'
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
    'Counts the contacts that would receive the campaign now, and those that would not. If counting takes too long, ' +
    'the counts are estimates, and `exact` is false. In projects with more than 10,000 contacts, `total` of a segment ' +
    'is its stored `memberCount`.',
  request: { params: CampaignParams },
  response: CampaignAudienceResponse,
  envelope: 'success',
  errors: ['CAMPAIGN_NOT_FOUND', 'RESOURCE_NOT_FOUND', 'BAD_REQUEST'],
  async handle({ params }, { projectId }) {
    const { counted, isExact } = await countInTime(await findCampaign({ projectId, campaignId: params.id }))
    const { total, eligible, unsubscribed, suppressed } = counted
    return { total, eligible, unsubscribed, suppressed, exact: isExact }
  },
})
