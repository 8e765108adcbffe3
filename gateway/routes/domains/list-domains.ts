import { listDomains } from '../../../commands/sending/domains/list-domains.js'
import { notFound } from '../../../models/domain/errors.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentDomain } from '../../presenters/domain.js'
import { DomainList, DomainListParams } from '../../schemas/domain.js'

export const listDomainsRoute = defineEndpoint({
  operationId: 'listDomains',
  method: 'get',
  path: '/domains/project/:projectId',
  access: 'project',
  summary: 'List domains, newest first',
  request: { params: DomainListParams },
  response: DomainList,
  errors: [],
  async handle({ params }, { projectId, services: { domains } }) {
    if (params.projectId !== projectId) throw notFound('project', params.projectId)
    return (await listDomains(projectId, domains)).map(presentDomain)
  },
})
