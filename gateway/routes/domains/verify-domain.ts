import { checkDomain } from '../../../commands/domains/check-domain.js'
import { findDomain } from '../../../commands/domains/list-domains.js'
import { describeDomain } from '../../../commands/domains/records-of.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentDomain } from '../../presenters/domain.js'
import { DomainParams, DomainResponse } from '../../schemas/domain.js'

export const verifyDomainRoute = defineEndpoint({
  operationId: 'verifyDomain',
  method: 'get',
  path: '/domains/:id/verify',
  access: 'project',
  roles: ['OWNER', 'ADMIN'],
  writes: true,
  summary: 'Look for the records of a domain now',
  description:
    'Where DNS does not answer, the domain stays as it was, `lastCheckedAt` included; so it does where SES was asked ten times within a minute for the projects of its owner. SES is asked once the `OWNERSHIP` record is there.',
  request: { params: DomainParams },
  response: DomainResponse,
  errors: ['RESOURCE_NOT_FOUND', 'SERVICE_UNAVAILABLE'],
  async handle({ params }, { projectId, services: { domains } }) {
    const domain = await findDomain({ projectId, domainId: params.id })
    return presentDomain(await describeDomain(await checkDomain(domain, domains), domains))
  },
})
