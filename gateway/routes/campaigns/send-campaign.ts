import { z } from 'zod'
import { sendCampaign as send } from '../../../models/commands/campaigns/send-campaign.js'
import { AppError } from '../../../models/domain/errors.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { reply } from '../../http/reply.js'
import { presentCampaign } from '../../presenters/campaign.js'
import { CampaignSendResponse } from '../../schemas/campaign.js'
import { resourceId } from '../../schemas/ids.js'

const ScheduledFor = z
  .unknown()
  .optional()
  .meta({
    description: 'A date that has passed, or none: the campaign is sent now. Any text that reads as a date will do.',
    override: { type: ['string', 'null'] },
  })

export const sendCampaign = defineEndpoint({
  operationId: 'sendCampaign',
  method: 'post',
  path: '/campaigns/:id/send',
  access: 'project',
  summary: 'Send a campaign now',
  description: 'The audience is taken when sending begins; each of its contacts gets the campaign once.',
  example: { body: {}, response: { status: 'SENDING' } },
  request: {
    params: z.object({ id: resourceId('campaign') }),
    body: z.object({ scheduledFor: ScheduledFor }),
  },
  response: CampaignSendResponse,
  statuses: [200],
  envelope: 'success',
  errors: ['CAMPAIGN_NOT_FOUND', 'BAD_REQUEST', 'CONFLICT'],
  async handle({ params, body }, { projectId, services }) {
    refuseSchedule(body.scheduledFor)
    const { campaign, intents } = await send({
      projectId,
      campaignId: params.id,
      retentionDays: services.config.EMAIL_BODY_RETENTION_DAYS,
    })
    services.dispatcher.offer(intents)
    return reply(200, presentCampaign(campaign), 'The campaign is being sent')
  },
})

// A date in the past means now, as no date does.
function refuseSchedule(scheduledFor: unknown): void {
  if (scheduledFor === undefined || scheduledFor === null) return
  const date = typeof scheduledFor === 'string' ? Date.parse(scheduledFor) : Number.NaN
  if (Number.isNaN(date)) throw new AppError('BAD_REQUEST', 'scheduledFor is not a date')
  if (date > Date.now()) throw new AppError('BAD_REQUEST', 'Campaigns cannot be scheduled yet: send without a date')
}
