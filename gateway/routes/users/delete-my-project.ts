import { requestDeletion } from '../../../commands/lifecycle/erasure/request-erasure.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { askWho, ASKS_WHO } from '../../http/request/presence.js'
import { ErasureAccepted, ProjectParams } from '../../schemas/project.js'
import { PresenceBody } from '../../schemas/user.js'

export const deleteMyProjectRoute = defineEndpoint({
  operationId: 'deleteProject',
  method: 'delete',
  path: '/users/@me/projects/:id',
  access: 'member',
  effect: 'keeps',
  roles: ['OWNER'],
  summary: 'Delete a project',
  description:
    'Deletes the project with everything in it. Its keys and memberships end with the response, and nothing more is ' +
    'sent. The rest is deleted in the background, including suppressed addresses. Only the id is kept, so that ' +
    'tracked links in its emails never redirect again. Only the operator can delete a project that was disabled as ' +
    '`MANUAL` or `EMAIL_REPUTATION`; the owner can delete a project that is disabled because of its payments. For a ' +
    'day, a deleted project counts toward the number of projects a user can own. ' +
    ASKS_WHO,
  limit: 'account',
  example: { body: { password: 'correct horse battery staple' } },
  request: { params: ProjectParams, body: PresenceBody },
  response: ErasureAccepted,
  status: 202,
  errors: ['RESOURCE_NOT_FOUND', 'FORBIDDEN', 'INVALID_CREDENTIALS', 'PROJECT_DISABLED'],
  async handle({ body }, context) {
    await askWho(body, context)
    const { projectId } = context
    const jobId = await requestDeletion(projectId, 'member')
    return { success: true as const, message: 'Project is being deleted', jobId }
  },
})
