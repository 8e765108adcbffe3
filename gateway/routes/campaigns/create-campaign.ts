import { z } from 'zod'
import { createCampaign as create } from '../../../models/commands/campaigns/create-campaign.js'
import { MESSAGE_TYPES } from '../../../models/template.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentCampaign } from '../../presenters/campaign.js'
import { CampaignResponse } from '../../schemas/campaign.js'
import { EmailAddress } from '../../schemas/email-address.js'
import { LiquidBody, LiquidSubject } from '../../schemas/liquid.js'
import { PATTERNS } from '../../schemas/text.js'

const MAX_MESSAGE_BYTES = 40 * 1024 * 1024
const text = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .meta({ override: { pattern: PATTERNS.notBlank } })

const NewCampaign = z
  .object({
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
  .meta({ id: 'NewCampaign' })

export const createCampaign = defineEndpoint({
  operationId: 'createCampaign',
  method: 'post',
  path: '/campaigns',
  access: 'project',
  summary: 'Create a campaign as a draft',
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
