import { createCampaign } from '../../../commands/sending/campaigns/create-campaign.js'
import { messageSettings } from '../../../commands/sending/sources/message-settings.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentCampaign } from '../../presenters/campaign.js'
import { CampaignResponse, NewCampaign } from '../../schemas/campaign.js'
import { MAX_MESSAGE_BYTES } from '../../schemas/liquid.js'

export const createCampaignRoute = defineEndpoint({
  operationId: 'createCampaign',
  method: 'post',
  path: '/campaigns',
  access: 'project',
  effect: 'keeps',
  summary: 'Create a campaign as a draft',
  description:
    'The audience is ALL contacts of the project, the members of a SEGMENT or the contacts that match a condition ' +
    '(FILTERED); only subscribed contacts unless the type is TRANSACTIONAL. Subject and body are Liquid. ' +
    '`totalRecipients` is an estimate: an upper bound if counting takes longer than two seconds. Set the send date ' +
    'with `POST /campaigns/{id}/send`; this body does not accept it.',
  example: {
    body: {
      name: 'Spring news',
      subject: 'News for {{ firstName ?? you }}',
      body: '<p>Spring is here.</p>',
      from: 'news@example.com',
      audienceType: 'ALL',
    },
  },
  request: { body: NewCampaign },
  response: CampaignResponse,
  status: 201,
  envelope: 'success',
  bodyLimitBytes: MAX_MESSAGE_BYTES,
  unverifiedSender: 'INTERNAL_SERVER_ERROR',
  errors: ['VALIDATION_ERROR', 'DOMAIN_NOT_VERIFIED', 'RESOURCE_NOT_FOUND', 'BAD_REQUEST'],
  async handle({ body }, { projectId, project, services }) {
    const settings = messageSettings(project, services.config)
    return presentCampaign(await createCampaign({ ...body, projectId }, settings))
  },
})
