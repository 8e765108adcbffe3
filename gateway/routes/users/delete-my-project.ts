import { requestDeletion } from '../../../commands/projects/request-erasure.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { ErasureAccepted, ProjectParams } from '../../schemas/project.js'

export const deleteMyProject = defineEndpoint({
  operationId: 'deleteProject',
  method: 'delete',
  path: '/users/@me/projects/:id',
  access: 'member',
  roles: ['OWNER'],
  summary: 'Delete a project with everything in it',
  description:
    'Its keys and memberships end with the answer, and nothing is sent any more. The rest follows in the background.',
  request: { params: ProjectParams },
  response: ErasureAccepted,
  status: 202,
  // The owner of a disabled project may still take the data away.
  writes: false,
  errors: ['RESOURCE_NOT_FOUND'],
  async handle(_input, { projectId, services }) {
    const { jobId, entries } = await requestDeletion(projectId)
    services.relay.enqueue(entries)
    return { success: true as const, message: 'The project is being deleted', jobId }
  },
})
