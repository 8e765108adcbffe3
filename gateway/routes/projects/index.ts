import type { AnyEndpoint } from '../../http/endpoint.js'
import { getQuotas } from './get-quotas.js'
import { getSecurity } from './get-security.js'
import { getSetupState } from './get-setup-state.js'
import { getWebhookSecret } from './get-webhook-secret.js'

export const projectEndpoints: AnyEndpoint[] = [getQuotas, getSecurity, getSetupState, getWebhookSecret]
