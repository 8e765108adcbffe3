import { updateCampaign } from '../../../commands/sending/campaigns/update-campaign.js'
import { invalid } from '../../../models/domain/errors.js'
import { MOMENT_FORMS, readMoment } from '../../../models/domain/moment.js'
import { messageSettings } from '../../../commands/sending/sources/message-settings.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { showCurrent } from '../../http/response/show-current.js'
import { presentCampaign } from '../../presenters/campaign.js'
import { CampaignParams, CampaignPatch, CampaignResponse } from '../../schemas/campaign.js'
import { MAX_MESSAGE_BYTES } from '../../schemas/liquid.js'

export const updateCampaignRoute = defineEndpoint({
  operationId: 'updateCampaign',
  method: 'put',
  path: '/campaigns/:id',
  access: 'project',
  effect: 'keeps',
  actsWith: (body) => body.scheduledFor != null,
  summary: 'Update a campaign that has not been sent',
  description:
    'Replaces the fields in the body and keeps the others. `null` clears `description`, `fromName` and `replyTo`. ' +
    'The resulting audience must be valid: the audience type SEGMENT requires a `segmentId`, in the body or stored. ' +
    '`scheduledFor` reschedules a scheduled campaign and is rejected for a draft. `archived` alone also changes a ' +
    'campaign that was sent or cancelled; a campaign that is scheduled or being sent cannot be archived.',
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
  async handle({ params, body }, { projectId, project, services }) {
    const settings = messageSettings(project, services.config)
    const { ifUpdatedAt, ...fields } = body
    const edit = { projectId, campaignId: params.id, ifUpdatedAt }
    const patch = { ...fields, scheduledFor: readDate(fields.scheduledFor, project.timezone) }
    return presentCampaign(await showCurrent(presentCampaign, () => updateCampaign(edit, patch, settings)))
  },
})

function readDate(scheduledFor: string | null | undefined, zone: string): Date | undefined {
  if (scheduledFor === undefined || scheduledFor === null) return undefined
  const moment = readMoment(scheduledFor, zone)
  if (moment) return moment
  throw invalid([{ field: 'scheduledFor', message: MOMENT_FORMS, code: 'invalid_date', received: scheduledFor }])
}
