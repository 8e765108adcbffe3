import { requestReset } from '../../../commands/projects/request-erasure.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { ErasureAccepted, ProjectParams } from '../../schemas/project.js'

export const resetMyProjectRoute = defineEndpoint({
  operationId: 'resetProject',
  method: 'post',
  path: '/users/@me/projects/:id/reset',
  access: 'member',
  roles: ['OWNER', 'ADMIN'],
  summary: 'Empty a project',
  description:
    'Stops what runs, then removes contacts, events, emails, campaigns, workflows, segments, templates and jobs. ' +
    'Members, domains, keys, suppressed addresses and the counters of the days stay. The project is disabled until ' +
    'this is done.',
  request: { params: ProjectParams },
  response: ErasureAccepted,
  status: 202,
  errors: ['RESOURCE_NOT_FOUND'],
  async handle(_input, { projectId }) {
    const jobId = await requestReset(projectId)
    return { success: true as const, message: 'The project is being reset', jobId }
  },
})
