import { z } from 'zod'
import { Campaign } from '../../../models/campaign.js'
import { notFound } from '../../../models/domain/errors.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentCampaign } from '../../presenters/campaign.js'
import { CampaignResponse } from '../../schemas/campaign.js'
import { resourceId } from '../../schemas/ids.js'

export const getCampaign = defineEndpoint({
  operationId: 'getCampaign',
  method: 'get',
  path: '/campaigns/:id',
  access: 'project',
  summary: 'Get a campaign',
  request: { params: z.object({ id: resourceId('campaign') }) },
  response: CampaignResponse,
  envelope: 'success',
  errors: ['CAMPAIGN_NOT_FOUND'],
  async handle({ params }, { projectId }) {
    const campaign = await Campaign.findOne({ _id: params.id, projectId }).lean()
    if (!campaign) throw notFound('campaign', params.id)
    return presentCampaign(campaign)
  },
})
