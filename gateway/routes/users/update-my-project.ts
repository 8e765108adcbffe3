import { updateProject } from '../../../commands/tenancy/projects/update-project.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentProject } from '../../presenters/project.js'
import { ProjectParams, ProjectPatch, ProjectResponse } from '../../schemas/project.js'

export const updateMyProjectRoute = defineEndpoint({
  operationId: 'updateMyProject',
  method: 'patch',
  path: '/users/@me/projects/:id',
  access: 'member',
  effect: 'keeps',
  roles: ['OWNER', 'ADMIN'],
  summary: 'Update the settings of a project',
  example: { body: { name: 'Acme', timezone: 'Europe/Berlin' } },
  request: { params: ProjectParams, body: ProjectPatch },
  response: ProjectResponse,
  errors: ['VALIDATION_ERROR'],
  async handle({ body }, { projectId, caller: { role }, services: { config } }) {
    return presentProject({ project: await updateProject(projectId, body), role }, config)
  },
})
