import type { AnyEndpoint } from '../../http/endpoint.js'
import { addDomainRoute } from './add-domain.js'
import { listDomainsRoute } from './list-domains.js'
import { removeDomainRoute } from './remove-domain.js'
import { verifyDomainRoute } from './verify-domain.js'

export const domainEndpoints: AnyEndpoint[] = [listDomainsRoute, addDomainRoute, verifyDomainRoute, removeDomainRoute]
