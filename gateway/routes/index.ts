import type { AnyEndpoint } from '../http/endpoint.js'
import { campaignEndpoints } from './campaigns/index.js'
import { contactEndpoints } from './contacts/index.js'
import { executionEndpoints } from './executions/index.js'
import { healthEndpoints } from './health/index.js'
import { referenceEndpoints } from './reference/index.js'
import { sendEndpoints } from './send/index.js'
import { templateEndpoints } from './templates/index.js'
import { trackEndpoints } from './track/index.js'
import { webhookEndpoints } from './webhooks/index.js'
import { workflowEndpoints } from './workflows/index.js'

const described: readonly AnyEndpoint[] = [
  ...campaignEndpoints,
  ...contactEndpoints,
  ...executionEndpoints,
  ...healthEndpoints,
  ...sendEndpoints,
  ...templateEndpoints,
  ...trackEndpoints,
  ...webhookEndpoints,
  ...workflowEndpoints,
]

/** Every endpoint of the gateway: the router, the reference and the contract tests read this list. */
export const allEndpoints: readonly AnyEndpoint[] = [...described, ...referenceEndpoints(described)]
