import type { AnyEndpoint } from '../../http/endpoint.js'
import { bulkCampaignRoutes } from './bulk-campaigns.js'
import { cancelCampaignRoute } from './cancel-campaign.js'
import { createCampaignRoute } from './create-campaign.js'
import { deleteCampaignRoute } from './delete-campaign.js'
import { duplicateCampaignRoute } from './duplicate-campaign.js'
import { saveCampaignAsTemplateRoute } from './save-campaign-as-template.js'
import { getCampaignAudienceRoute } from './get-campaign-audience.js'
import { getCampaignLinksRoute } from './get-campaign-links.js'
import { getCampaignTimeseriesRoute } from './get-campaign-timeseries.js'
import { getCampaignStatsRoute } from './get-campaign-stats.js'
import { getCampaignRoute } from './get-campaign.js'
import { listCampaignsRoute } from './list-campaigns.js'
import { pauseCampaignRoute } from './pause-campaign.js'
import { resumeCampaignRoute } from './resume-campaign.js'
import { sendOrScheduleCampaignRoute } from './send-or-schedule-campaign.js'
import { testCampaignRoute } from './test-campaign.js'
import { unscheduleCampaignRoute } from './unschedule-campaign.js'
import { updateCampaignRoute } from './update-campaign.js'

export const campaignEndpoints: AnyEndpoint[] = [
  ...bulkCampaignRoutes,
  listCampaignsRoute,
  createCampaignRoute,
  getCampaignRoute,
  updateCampaignRoute,
  deleteCampaignRoute,
  duplicateCampaignRoute,
  saveCampaignAsTemplateRoute,
  testCampaignRoute,
  getCampaignAudienceRoute,
  sendOrScheduleCampaignRoute,
  unscheduleCampaignRoute,
  pauseCampaignRoute,
  resumeCampaignRoute,
  cancelCampaignRoute,
  getCampaignStatsRoute,
  getCampaignLinksRoute,
  getCampaignTimeseriesRoute,
]
