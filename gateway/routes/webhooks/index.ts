import type { AnyEndpoint } from '../../http/endpoint.js'
import { receiveBilling } from './receive-billing.js'
import { receiveEmailInfra } from './receive-email-infra.js'

export const webhookEndpoints: AnyEndpoint[] = [receiveEmailInfra, receiveBilling]
