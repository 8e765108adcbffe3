import { checkDomain } from '../../../commands/sending/domains/check-domain.js'
import { findDomain } from '../../../commands/sending/domains/list-domains.js'
import { describeDomain } from '../../../commands/sending/domains/records-of.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentDomain } from '../../presenters/domain.js'
import { DomainParams, DomainResponse } from '../../schemas/domain.js'

export const verifyDomainRoute = defineEndpoint({
  operationId: 'verifyDomain',
  method: 'get',
  path: '/domains/:id/verify',
  access: 'project',
  effect: 'keeps',
  scope: 'full',
  roles: ['OWNER', 'ADMIN'],
  summary: 'Verify a domain',
  description:
    'Checks the DNS records now. If DNS does not answer, the domain and `lastCheckedAt` stay unchanged, and ' +
    '`answer` of each missing record says so. SES is called once the `OWNERSHIP` record exists, at most ten times a ' +
    'minute for the projects of an owner; above that, nothing changes.',
  request: { params: DomainParams },
  response: DomainResponse,
  errors: ['RESOURCE_NOT_FOUND', 'SERVICE_UNAVAILABLE'],
  async handle({ params }, { projectId, services: { domains } }) {
    const domain = await findDomain({ projectId, domainId: params.id })
    return presentDomain(await describeDomain(await checkDomain(domain, domains), domains))
  },
})
