import { readCampaignLinks } from '../../../commands/base/counters/campaign-counters.js'
import { findCampaign } from '../../../commands/sending/campaigns/find-campaign.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentCampaignLink } from '../../presenters/campaign-results.js'
import { CampaignLinksResponse } from '../../schemas/campaign-results.js'
import { CampaignParams } from '../../schemas/campaign.js'

export const getCampaignLinksRoute = defineEndpoint({
  operationId: 'getCampaignLinks',
  method: 'get',
  path: '/campaigns/:id/links',
  access: 'project',
  summary: 'Get link clicks of a campaign',
  description:
    'Links clicked by people, the most clicked first. Links are grouped by the URL as written in the body: all ' +
    'clicks on `https://example.com/orders/{{ data.order }}` count for one link. Up to 1,000 URLs are listed; ' +
    'clicks on other URLs, and on URLs that are not in the body, count for the link `null`. Machine clicks are not ' +
    'counted.',
  request: { params: CampaignParams },
  response: CampaignLinksResponse,
  envelope: 'success',
  errors: ['CAMPAIGN_NOT_FOUND'],
  async handle({ params }, { projectId }) {
    const campaign = await findCampaign({ projectId, campaignId: params.id })
    return (await readCampaignLinks(campaign)).map(presentCampaignLink)
  },
})
