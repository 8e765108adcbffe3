import type { AnyEndpoint } from '../../http/endpoint.js'
import { getAssetRoute } from './get-asset.js'
import { leadToDashboardRoute } from './lead-to-dashboard.js'
import { showDashboardPageRoute, showDashboardRoute } from './show-dashboard.js'
import { showFrameRoute } from './show-frame.js'

/** The pages of the dashboard and what they load. They are no part of the API, so that the reference omits them. */
export const dashboardEndpoints: AnyEndpoint[] = [
  leadToDashboardRoute,
  showDashboardRoute,
  showFrameRoute,
  showDashboardPageRoute,
  getAssetRoute,
]
