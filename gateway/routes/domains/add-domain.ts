import { addDomain } from '../../../commands/domains/add-domain.js'
import { notFound } from '../../../models/domain/errors.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentDomain } from '../../presenters/domain.js'
import { DomainResponse, NewDomain } from '../../schemas/domain.js'

export const addDomainRoute = defineEndpoint({
  operationId: 'addDomain',
  method: 'post',
  path: '/domains',
  access: 'project',
  roles: ['OWNER', 'ADMIN'],
  summary: 'Add a domain to send from',
  description:
    'Answers with the records to add in DNS. Among them is the TXT record `_posthorn.<domain>`, by which the project shows that the domain is its own (`OWNERSHIP`): its value is another one in each project, and the domain stays verified only as long as the record does. The records are looked for after five minutes and then less often each time; `GET /domains/{id}/verify` looks at once. A domain that was never verified in 14 days is removed. One that another project has verified, or that the operator keeps for another, answers 403. Domains that were never verified count for all projects of an owner together as well: at most as many as the quota of one project (422 `QUOTA_EXCEEDED`), and 60 are added in a day (429).',
  example: { body: { domain: 'news.example.org' } },
  request: { body: NewDomain },
  response: DomainResponse,
  status: 201,
  quota: 'domains',
  errors: ['FORBIDDEN', 'CONFLICT', 'RESOURCE_NOT_FOUND', 'SERVICE_UNAVAILABLE'],
  async handle({ body }, { projectId, services: { domains } }) {
    if (body.projectId !== undefined && body.projectId !== projectId) throw notFound('project', body.projectId)
    return presentDomain(await addDomain({ projectId, domain: body.domain }, domains))
  },
})
