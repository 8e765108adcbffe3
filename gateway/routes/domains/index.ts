import type { AnyEndpoint } from '../../http/endpoint.js'
import { addDomain } from './add-domain.js'
import { listDomains } from './list-domains.js'
import { removeDomain } from './remove-domain.js'
import { verifyDomain } from './verify-domain.js'

export const domainEndpoints: AnyEndpoint[] = [listDomains, addDomain, verifyDomain, removeDomain]
