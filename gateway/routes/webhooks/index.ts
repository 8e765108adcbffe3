import type { AnyEndpoint } from '../../http/endpoint.js'
import { receiveBillingRoute } from './receive-billing.js'
import { receiveEmailInfraRoute } from './receive-email-infra.js'

export const webhookEndpoints: AnyEndpoint[] = [receiveEmailInfraRoute, receiveBillingRoute]
