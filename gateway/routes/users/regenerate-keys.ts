import { replaceKeys } from '../../../commands/tenancy/projects/replace-keys.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentProject } from '../../presenters/project.js'
import { ProjectParams, ProjectResponse } from '../../schemas/project.js'

export const regenerateKeysRoute = defineEndpoint({
  operationId: 'regenerateKeys',
  method: 'post',
  path: '/users/@me/projects/:id/regenerate-keys',
  access: 'member',
  effect: 'keeps',
  roles: ['OWNER', 'ADMIN'],
  summary: 'Regenerate the keys of a project',
  description: 'The response contains the new keys. The old keys stop working immediately.',
  request: { params: ProjectParams },
  response: ProjectResponse,
  errors: ['CONFLICT'],
  async handle(_input, { project, caller: { role }, services: { config } }) {
    return presentProject({ project: await replaceKeys(project, config.ENCRYPTION_KEY), role }, config)
  },
})
