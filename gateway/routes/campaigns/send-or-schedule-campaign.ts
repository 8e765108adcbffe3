import { z } from 'zod'
import { requestCampaignSend } from '../../../commands/sending/campaigns/request-campaign-send.js'
import { MOMENT_FORMS, readMoment } from '../../../models/domain/moment.js'
import { AppError } from '../../../models/domain/errors.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { reply } from '../../http/response/reply.js'
import { presentCampaign } from '../../presenters/campaign.js'
import { CampaignParams, CampaignSendResponse } from '../../schemas/campaign.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'

const ScheduledFor = z
  .unknown()
  .optional()
  .meta({
    description:
      `If omitted, null or in the past, the campaign is sent now. ${MOMENT_FORMS}, up to the end of the year 9999. ` +
      'A date without a time means the start of that day.',
    override: { type: ['string', 'null'] },
    examples: ['2026-12-01T09:00:00+01:00'],
  })

export const sendOrScheduleCampaignRoute = defineEndpoint({
  operationId: 'sendOrScheduleCampaign',
  method: 'post',
  path: '/campaigns/:id/send',
  access: 'project',
  effect: 'acts',
  summary: 'Send or schedule a campaign',
  description:
    'The audience is fixed when sending starts. Each contact in it receives the campaign once. A new date ' +
    'reschedules a scheduled campaign.',
  example: { body: {}, response: { status: 'SENDING' } },
  request: {
    params: CampaignParams,
    body: z.object({ scheduledFor: ScheduledFor }),
  },
  response: CampaignSendResponse,
  statuses: [200],
  envelope: 'success',
  errors: [
    'VALIDATION_ERROR',
    'CAMPAIGN_NOT_FOUND',
    'DOMAIN_NOT_VERIFIED',
    'RESOURCE_NOT_FOUND',
    'BAD_REQUEST',
    'CONFLICT',
    'BILLING_LIMIT_EXCEEDED',
  ],
  async handle({ params, body }, { projectId, project, services }) {
    const { ALLOW_TEST_DOMAINS: allowTestDomains, EMAIL_BODY_RETENTION_DAYS: retentionDays } = services.config
    const ref = { projectId, campaignId: params.id }
    const scheduledFor = readDate(body.scheduledFor, project.timezone)
    const settings = { allowTestDomains, retentionDays, hasBilling: services.billing !== null }
    const campaign = await requestCampaignSend(ref, scheduledFor, settings)
    const message = scheduledFor ? `Campaign scheduled for ${scheduledFor.toISOString()}` : 'Campaign is being sent'
    return reply(200, presentCampaign(campaign), message)
  },
})

// A date in the past means now, like no date.
function readDate(scheduledFor: unknown, zone: string): Date | null {
  if (scheduledFor === undefined || scheduledFor === null) return null
  const moment = typeof scheduledFor === 'string' ? readMoment(scheduledFor, zone) : null
  if (!moment) throw new AppError('BAD_REQUEST', 'scheduledFor must be a valid date', { suggestion: MOMENT_FORMS })
  return moment > databaseNow() ? moment : null
}
