import { z } from 'zod'
import { createCampaign as create } from '../../../models/commands/create-campaign.js'
import { MESSAGE_TYPES } from '../../../models/template.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentCampaign } from '../../presenters/campaign.js'
import { CampaignResponse } from '../../schemas/campaign.js'
import { EmailAddress } from '../../schemas/email-address.js'
import { LiquidBody, LiquidSubject } from '../../schemas/liquid.js'

const MAX_MESSAGE_BYTES = 40 * 1024 * 1024
const text = z.string().trim().min(1).max(255)

const NewCampaign = z.object({
  name: text,
  description: z.string().max(1_000).nullish(),
  subject: LiquidSubject,
  body: LiquidBody,
  from: EmailAddress,
  fromName: text.nullish(),
  replyTo: EmailAddress.nullish(),
  type: z.enum(MESSAGE_TYPES).default('MARKETING'),
  audienceType: z.enum(['ALL']),
})

export const createCampaign = defineEndpoint({
  operationId: 'createCampaign',
  method: 'post',
  path: '/campaigns',
  access: 'project',
  summary: 'Create a campaign as a draft',
  request: { body: NewCampaign },
  response: CampaignResponse,
  status: 201,
  envelope: 'success',
  bodyLimitBytes: MAX_MESSAGE_BYTES,
  unverifiedSender: 'INTERNAL_SERVER_ERROR',
  errors: ['VALIDATION_ERROR', 'DOMAIN_NOT_VERIFIED'],
  async handle({ body }, { projectId, services }) {
    const { description = null, fromName = null, replyTo = null, ...rest } = body
    const campaign = await create(
      { ...rest, projectId, description, fromName, replyTo },
      { allowTestDomains: services.config.ALLOW_TEST_DOMAINS },
    )
    return presentCampaign(campaign)
  },
})
