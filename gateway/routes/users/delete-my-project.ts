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
  summary: 'Delete a project with everything in it',
  description:
    'Its keys and memberships end with the answer, and nothing is sent any more. The rest follows in the background. ' +
    'Only its id is kept, so that the tracked links in its mail never redirect again. Its suppressed addresses are ' +
    'deleted with it. A project that was disabled as `MANUAL` or `EMAIL_REPUTATION` is deleted by the operator ' +
    'alone; the owner of one that is disabled because of its payments may still take the data away. Until a day has ' +
    'passed, a deleted project counts among those that a user may own. ' +
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
