import { addDomain as add } from '../../../commands/domains/add-domain.js'
import { notFound } from '../../../models/domain/errors.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentDomain } from '../../presenters/domain.js'
import { DomainResponse, NewDomain } from '../../schemas/domain.js'

export const addDomain = defineEndpoint({
  operationId: 'addDomain',
  method: 'post',
  path: '/domains',
  access: 'project',
  roles: ['OWNER', 'ADMIN'],
  summary: 'Add a domain to send from',
  description:
    'Answers with the records to add in DNS. They are looked for every five minutes; `GET /domains/{id}/verify` looks at once.',
  example: { body: { domain: 'news.example.org' } },
  request: { body: NewDomain },
  response: DomainResponse,
  status: 201,
  quota: 'domains',
  errors: ['FORBIDDEN', 'CONFLICT', 'RESOURCE_NOT_FOUND', 'SERVICE_UNAVAILABLE'],
  async handle({ body }, { projectId, services: { domains } }) {
    if (body.projectId !== undefined && body.projectId !== projectId) throw notFound('project', body.projectId)
    return presentDomain(await add({ projectId, domain: body.domain }, domains))
  },
})
