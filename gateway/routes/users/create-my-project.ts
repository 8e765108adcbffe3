import { createProject } from '../../../commands/tenancy/projects/create-project.js'
import { findMembership } from '../../../commands/tenancy/projects/memberships.js'
import { notFound } from '../../../models/domain/errors.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentProject } from '../../presenters/project.js'
import { NewProject, ProjectResponse } from '../../schemas/project.js'

export const createMyProjectRoute = defineEndpoint({
  operationId: 'createMyProject',
  method: 'post',
  path: '/users/@me/projects',
  access: 'user',
  summary: 'Create a project',
  example: { body: { name: 'Acme' } },
  request: { body: NewProject },
  response: ProjectResponse,
  status: 201,
  errors: ['VALIDATION_ERROR', 'FORBIDDEN'],
  async handle({ body }, { user: { _id: userId, sessionVersion }, services: { config } }) {
    const created = await createProject({
      ...body,
      encryptionKeys: config.ENCRYPTION_KEY,
      ownerId: userId,
      sessionVersion,
      maxOwned: config.MAX_PROJECTS_PER_USER,
    })
    const membership = await findMembership({ userId, projectId: created.id })
    if (!membership) throw notFound('project', created.id)
    return presentProject(membership, config)
  },
})
