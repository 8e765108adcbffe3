import { messageSettings } from '../../../commands/sending/sources/message-settings.js'
import { restoreTemplateVersion } from '../../../commands/sending/templates/restore-template-version.js'
import { userIdOf } from '../../http/access.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { showCurrent } from '../../http/response/show-current.js'
import { presentTemplate } from '../../presenters/template.js'
import { TemplateResponse } from '../../schemas/template.js'
import { readVersion, TemplateVersionParams, VersionRestoration } from '../../schemas/template-version.js'

export const restoreTemplateVersionRoute = defineEndpoint({
  operationId: 'restoreTemplateVersion',
  method: 'post',
  path: '/templates/:id/versions/:version/restore',
  access: 'project',
  effect: 'keeps',
  summary: 'Restore a template version',
  description:
    'Gives the template the content of the version, as a change that makes a new version. Name, description and type ' +
    'stay. If the sender differs from the current one, its domain must be verified.',
  example: { body: {} },
  request: { params: TemplateVersionParams, body: VersionRestoration },
  response: TemplateResponse,
  errors: ['TEMPLATE_NOT_FOUND', 'VALIDATION_ERROR', 'DOMAIN_NOT_VERIFIED', 'CONFLICT'],
  async handle({ params, body }, { projectId, project, caller, services }) {
    const settings = messageSettings(project, services.config)
    const edit = { projectId, templateId: params.id, authorId: userIdOf(caller), ifUpdatedAt: body.ifUpdatedAt }
    const restore = () => restoreTemplateVersion(edit, readVersion(params), settings)
    return presentTemplate(await showCurrent(presentTemplate, restore))
  },
})
