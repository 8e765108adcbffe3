import { z } from 'zod'
import { listMemberships } from '../../../commands/tenancy/projects/memberships.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentProject } from '../../presenters/project.js'
import { ProjectResponse } from '../../schemas/project.js'

export const listMyProjectsRoute = defineEndpoint({
  operationId: 'listMyProjects',
  method: 'get',
  path: '/users/@me/projects',
  access: 'user',
  summary: 'List your projects',
  description: "Includes the user's role in each. Only an OWNER or ADMIN sees the keys.",
  response: z.array(ProjectResponse),
  errors: [],
  async handle(_input, { user, services }) {
    const memberships = await listMemberships(user._id)
    return memberships.map((membership) => presentProject(membership, services.config))
  },
})
