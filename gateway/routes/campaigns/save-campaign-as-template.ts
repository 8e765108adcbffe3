import { saveCampaignAsTemplate } from '../../../commands/sending/templates/save-campaign-as-template.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { userIdOf } from '../../http/access.js'
import { presentTemplate } from '../../presenters/template.js'
import { CampaignParams } from '../../schemas/campaign.js'
import { TemplateResponse } from '../../schemas/template.js'

export const saveCampaignAsTemplateRoute = defineEndpoint({
  operationId: 'saveCampaignAsTemplate',
  method: 'post',
  path: '/campaigns/:id/template',
  access: 'project',
  effect: 'keeps',
  summary: 'Save a campaign as a template',
  description:
    'Works for campaigns in any state. The template has the name, subject, content and sender of the campaign.',
  example: { response: { name: 'Spring news' } },
  request: { params: CampaignParams },
  response: TemplateResponse,
  status: 201,
  quota: 'templates',
  errors: ['CAMPAIGN_NOT_FOUND'],
  async handle({ params }, { projectId, caller }) {
    const ref = { projectId, campaignId: params.id, authorId: userIdOf(caller) }
    return presentTemplate(await saveCampaignAsTemplate(ref))
  },
})
