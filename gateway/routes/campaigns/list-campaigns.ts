import { listCampaigns } from '../../../commands/sending/campaigns/list-campaigns.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentListedCampaign } from '../../presenters/campaign.js'
import { presentOffsetPage } from '../../presenters/offset-page.js'
import { CampaignListQuery, ListedCampaignResponse } from '../../schemas/campaign.js'
import { offsetList } from '../../schemas/pagination.js'

export const listCampaignsRoute = defineEndpoint({
  operationId: 'listCampaigns',
  method: 'get',
  path: '/campaigns',
  access: 'project',
  summary: 'List campaigns',
  example: { query: { page: 1, pageSize: 20, status: 'DRAFT', sort: 'name', dir: 'asc' } },
  request: { query: CampaignListQuery },
  response: offsetList(ListedCampaignResponse),
  errors: ['BAD_REQUEST'],
  async handle({ query }, { projectId }) {
    const { campaigns, total } = await listCampaigns({ ...query, projectId })
    return presentOffsetPage(campaigns.map(presentListedCampaign), total, query)
  },
})
