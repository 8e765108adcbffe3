import type { AnyEndpoint } from '../../http/endpoint.js'
import { getTimeseries } from './get-timeseries.js'
import { getTopCampaigns } from './get-top-campaigns.js'
import { getCampaignAnalytics } from './get-campaign-analytics.js'
import { getTopEvents } from './get-top-events.js'

export const analyticsEndpoints: AnyEndpoint[] = [getTimeseries, getTopCampaigns, getCampaignAnalytics, getTopEvents]
