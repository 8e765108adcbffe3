import type { AnyEndpoint } from '../http/endpoint.js'
import { activityEndpoints } from './activity/index.js'
import { analyticsEndpoints } from './analytics/index.js'
import { audienceEndpoints } from './audiences/index.js'
import { authEndpoints } from './auth/index.js'
import { billingEndpoints } from './billing/index.js'
import { campaignEndpoints } from './campaigns/index.js'
import { configEndpoints } from './config/index.js'
import { contactEndpoints } from './contacts/index.js'
import { dashboardEndpoints } from './dashboard/index.js'
import { designEndpoints } from './designs/index.js'
import { domainEndpoints } from './domains/index.js'
import { emailEndpoints } from './emails/index.js'
import { eventEndpoints } from './events/index.js'
import { executionEndpoints } from './executions/index.js'
import { exportEndpoints } from './exports/index.js'
import { healthEndpoints } from './health/index.js'
import { keyEndpoints } from './keys/index.js'
import { memberEndpoints } from './members/index.js'
import { testAddressEndpoints } from './test-addresses/index.js'
import { notificationEndpoints } from './notifications/index.js'
import { oauthEndpoints } from './oauth/index.js'
import { pageEndpoints } from './pages/index.js'
import { previewEndpoints } from './preview/index.js'
import { projectEndpoints } from './projects/index.js'
import { referenceEndpoints } from './reference/index.js'
import { segmentEndpoints } from './segments/index.js'
import { sendEndpoints } from './send/index.js'
import { suppressionEndpoints } from './suppressions/index.js'
import { templateEndpoints } from './templates/index.js'
import { trackEndpoints } from './track/index.js'
import { trackingEndpoints } from './tracking/index.js'
import { uploadEndpoints } from './uploads/index.js'
import { userEndpoints } from './users/index.js'
import { verifyEndpoints } from './verify/index.js'
import { viewEndpoints } from './views/index.js'
import { webhookEndpoints } from './webhooks/index.js'
import { workflowEndpoints } from './workflows/index.js'

const described: readonly AnyEndpoint[] = [
  ...activityEndpoints,
  ...analyticsEndpoints,
  ...audienceEndpoints,
  ...authEndpoints,
  ...billingEndpoints,
  ...campaignEndpoints,
  ...configEndpoints,
  ...contactEndpoints,
  ...designEndpoints,
  ...domainEndpoints,
  ...emailEndpoints,
  ...eventEndpoints,
  ...executionEndpoints,
  ...exportEndpoints,
  ...healthEndpoints,
  ...memberEndpoints,
  ...testAddressEndpoints,
  ...keyEndpoints,
  ...notificationEndpoints,
  ...oauthEndpoints,
  ...pageEndpoints,
  ...previewEndpoints,
  ...projectEndpoints,
  ...segmentEndpoints,
  ...sendEndpoints,
  ...suppressionEndpoints,
  ...templateEndpoints,
  ...trackEndpoints,
  ...trackingEndpoints,
  ...uploadEndpoints,
  ...userEndpoints,
  ...verifyEndpoints,
  ...viewEndpoints,
  ...webhookEndpoints,
  ...workflowEndpoints,
]

/** Every endpoint of the API: the reference, the dashboard's types and the tests of the contract read this list. */
export const allEndpoints: readonly AnyEndpoint[] = [...described, ...referenceEndpoints(described)]

/** Every endpoint that the gateway serves: those of the API, and the pages of the dashboard. */
export const servedEndpoints: readonly AnyEndpoint[] = [...allEndpoints, ...dashboardEndpoints]
