import type { AnyEndpoint } from '../../http/endpoint.js'
import { getTimeseriesRoute } from './get-timeseries.js'
import { getTopCampaignsRoute } from './get-top-campaigns.js'
import { getCampaignAnalyticsRoute } from './get-campaign-analytics.js'
import { getTopEventsRoute } from './get-top-events.js'
import { getTopTemplatesRoute } from './get-top-templates.js'
import { getTopWorkflowsRoute } from './get-top-workflows.js'

export const analyticsEndpoints: AnyEndpoint[] = [
  getTimeseriesRoute,
  getTopCampaignsRoute,
  getCampaignAnalyticsRoute,
  getTopEventsRoute,
  getTopTemplatesRoute,
  getTopWorkflowsRoute,
]
