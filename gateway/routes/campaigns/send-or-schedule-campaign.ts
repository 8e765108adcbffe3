import { z } from 'zod'
import { requestCampaignSend } from '../../../commands/campaigns/request-campaign-send.js'
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
      'If omitted, null or in the past, the campaign is sent now. Accepts any text that JavaScript parses as a date, up ' +
      'to the end of the year 9999.',
    override: { type: ['string', 'null'] },
  })

export const sendOrScheduleCampaign = defineEndpoint({
  operationId: 'sendOrScheduleCampaign',
  method: 'post',
  path: '/campaigns/:id/send',
  access: 'project',
  summary: 'Send a campaign now, or schedule it',
  description:
    'The audience is fixed when sending begins; each of its contacts gets the campaign once. A new date reschedules a ' +
    'scheduled campaign.',
  example: { body: {}, response: { status: 'SENDING' } },
  request: {
    params: CampaignParams,
    body: z.object({ scheduledFor: ScheduledFor }),
  },
  response: CampaignSendResponse,
  statuses: [200],
  envelope: 'success',
  errors: [
    'CAMPAIGN_NOT_FOUND',
    'DOMAIN_NOT_VERIFIED',
    'RESOURCE_NOT_FOUND',
    'BAD_REQUEST',
    'CONFLICT',
    'BILLING_LIMIT_EXCEEDED',
  ],
  async handle({ params, body }, { projectId, services }) {
    const { ALLOW_TEST_DOMAINS: allowTestDomains, EMAIL_BODY_RETENTION_DAYS: retentionDays } = services.config
    const ref = { projectId, campaignId: params.id }
    const scheduledFor = readDate(body.scheduledFor)
    const settings = { allowTestDomains, retentionDays, hasBilling: services.billing !== null }
    const { campaign, entries } = await requestCampaignSend(ref, scheduledFor, settings)
    services.relay.enqueue(entries)
    const message = scheduledFor
      ? `The campaign is sent at ${scheduledFor.toISOString()}`
      : 'The campaign is being sent'
    return reply(200, presentCampaign(campaign), message)
  },
})

// The last moment that ISO 8601 can write with a year of four digits.
const LATEST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

// A date in the past means now, like no date.
function readDate(scheduledFor: unknown): Date | null {
  if (scheduledFor === undefined || scheduledFor === null) return null
  const ms = typeof scheduledFor === 'string' ? Date.parse(scheduledFor) : Number.NaN
  if (!(ms <= LATEST_MS)) throw new AppError('BAD_REQUEST', 'scheduledFor is not a date')
  return ms > databaseNow().getTime() ? new Date(ms) : null
}
