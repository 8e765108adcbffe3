import { requestReset } from '../../../commands/lifecycle/erasure/request-erasure.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { askWho, ASKS_WHO } from '../../http/request/presence.js'
import { ErasureAccepted, ProjectParams } from '../../schemas/project.js'
import { PresenceBody } from '../../schemas/user.js'

export const resetMyProjectRoute = defineEndpoint({
  operationId: 'resetProject',
  method: 'post',
  path: '/users/@me/projects/:id/reset',
  access: 'member',
  effect: 'acts',
  roles: ['OWNER', 'ADMIN'],
  summary: 'Reset a project',
  description:
    'Stops everything that runs, then removes contacts, events, emails, campaigns, workflows, segments, templates ' +
    'and jobs. Members, domains, keys, suppressed addresses and daily statistics stay. The project is disabled ' +
    `until the reset has finished. ${ASKS_WHO}`,
  limit: 'account',
  example: { body: { password: 'correct horse battery staple' } },
  request: { params: ProjectParams, body: PresenceBody },
  response: ErasureAccepted,
  status: 202,
  errors: ['RESOURCE_NOT_FOUND', 'FORBIDDEN', 'INVALID_CREDENTIALS'],
  async handle({ body }, context) {
    await askWho(body, context)
    const { projectId } = context
    const jobId = await requestReset(projectId)
    return { success: true as const, message: 'Project is being reset', jobId }
  },
})
