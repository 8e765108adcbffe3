import { addDomain } from '../../../commands/sending/domains/add-domain.js'
import { notFound } from '../../../models/domain/errors.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentDomain } from '../../presenters/domain.js'
import { DomainResponse, NewDomain } from '../../schemas/domain.js'

export const addDomainRoute = defineEndpoint({
  operationId: 'addDomain',
  method: 'post',
  path: '/domains',
  access: 'project',
  effect: 'keeps',
  roles: ['OWNER', 'ADMIN'],
  summary: 'Add a sending domain',
  description:
    'Returns the records to add to DNS. The TXT record `_posthorn.<domain>` proves that the domain belongs to the ' +
    'project (`OWNERSHIP`). Its value differs in each project, and the domain stays verified only as long as the ' +
    'record exists. The records are checked after five minutes and then less and less often; `GET ' +
    '/domains/{id}/verify` checks them immediately. A domain that was never verified is removed after 14 days. The ' +
    'response is 403 for a domain that another project has verified or that the operator reserves for another ' +
    'project. Unverified domains also count across all projects of an owner: at most as many as the quota of one ' +
    'project (422 `QUOTA_EXCEEDED`), and at most 60 added a day (429).',
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
