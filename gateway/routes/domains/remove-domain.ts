import { removeDomain } from '../../../commands/sending/domains/remove-domain.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { DomainParams } from '../../schemas/domain.js'

export const removeDomainRoute = defineEndpoint({
  operationId: 'removeDomain',
  method: 'delete',
  path: '/domains/:id',
  access: 'project',
  effect: 'keeps',
  roles: ['OWNER', 'ADMIN'],
  summary: 'Remove a domain',
  description:
    'Returns 409 while a template, an unfinished campaign, or a step of an enabled workflow or an active execution ' +
    'sends from it (`details`).',
  request: { params: DomainParams },
  response: null,
  errors: ['RESOURCE_NOT_FOUND', 'CONFLICT', 'SERVICE_UNAVAILABLE'],
  async handle({ params }, { projectId, services: { domains } }) {
    await removeDomain({ projectId, domainId: params.id }, domains)
  },
})
