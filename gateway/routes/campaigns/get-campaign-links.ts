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
  summary: 'Count the clicks on each link of a campaign',
  description:
    'The links that persons followed, the most clicked first. A link is the address as the body has it: the clicks on ' +
    '`https://example.com/orders/{{ data.order }}` are one link, whoever followed it. Up to 1,000 addresses are told ' +
    'apart; clicks on others, and on addresses that the body does not hold, are the link `null`. Clicks of scanners ' +
    'and other machines are not counted.',
  request: { params: CampaignParams },
  response: CampaignLinksResponse,
  envelope: 'success',
  errors: ['CAMPAIGN_NOT_FOUND'],
  async handle({ params }, { projectId }) {
    const campaign = await findCampaign({ projectId, campaignId: params.id })
    return (await readCampaignLinks(campaign)).map(presentCampaignLink)
  },
})
