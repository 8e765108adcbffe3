import { findReputation } from '../../../commands/base/counters/reputation.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentSecurity } from '../../presenters/security.js'
import { ProjectParams } from '../../schemas/project.js'
import { SecurityResponse } from '../../schemas/security.js'

export const getSecurityRoute = defineEndpoint({
  operationId: 'getSecurity',
  method: 'get',
  path: '/projects/:id/security',
  access: 'memberOrKey',
  summary: 'Get the bounce and complaint rates of a project',
  request: { params: ProjectParams },
  response: SecurityResponse,
  envelope: 'success',
  errors: [],
  handle: async (_input, { project }) => presentSecurity(project, await findReputation(project._id)),
})
