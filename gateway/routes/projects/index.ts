import type { AnyEndpoint } from '../../http/endpoint.js'
import { getProjectJobRoute } from './get-project-job.js'
import { getQuotasRoute } from './get-quotas.js'
import { getSecurityRoute } from './get-security.js'
import { getSetupStateRoute } from './get-setup-state.js'
import { getWebhookSecretRoute } from './get-webhook-secret.js'

export const projectEndpoints: AnyEndpoint[] = [
  getProjectJobRoute,
  getQuotasRoute,
  getSecurityRoute,
  getSetupStateRoute,
  getWebhookSecretRoute,
]
