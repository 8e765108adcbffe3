import { updateCampaign as update } from '../../../commands/campaigns/update-campaign.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentCampaign } from '../../presenters/campaign.js'
import { CampaignParams, CampaignPatch, CampaignResponse } from '../../schemas/campaign.js'
import { MAX_MESSAGE_BYTES } from '../../schemas/liquid.js'

export const updateCampaign = defineEndpoint({
  operationId: 'updateCampaign',
  method: 'put',
  path: '/campaigns/:id',
  access: 'project',
  summary: 'Change a campaign that is not being sent yet',
  description:
    'Replaces the fields in the body and keeps the others. `null` clears `description`, `fromName` and `replyTo`. The ' +
    'resulting audience is checked: the audience type SEGMENT needs a `segmentId`, in the body or from before. To ' +
    'change the date of a scheduled campaign, send it again.',
  example: {
    body: { subject: 'Spring news for {{ firstName ?? you }}', description: null },
    response: { subject: 'Spring news for {{ firstName ?? you }}' },
  },
  request: { params: CampaignParams, body: CampaignPatch },
  response: CampaignResponse,
  envelope: 'success',
  bodyLimitBytes: MAX_MESSAGE_BYTES,
  errors: [
    'CAMPAIGN_NOT_FOUND',
    'VALIDATION_ERROR',
    'DOMAIN_NOT_VERIFIED',
    'RESOURCE_NOT_FOUND',
    'BAD_REQUEST',
    'CONFLICT',
  ],
  async handle({ params, body }, { projectId, services }) {
    const settings = { allowTestDomains: services.config.ALLOW_TEST_DOMAINS }
    return presentCampaign(await update({ projectId, campaignId: params.id }, body, settings))
  },
})
