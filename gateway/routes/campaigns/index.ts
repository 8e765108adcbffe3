import type { AnyEndpoint } from '../../http/endpoint.js'
import { cancelCampaign } from './cancel-campaign.js'
import { createCampaign } from './create-campaign.js'
import { deleteCampaign } from './delete-campaign.js'
import { duplicateCampaign } from './duplicate-campaign.js'
import { getCampaignAudience } from './get-campaign-audience.js'
import { getCampaignStats } from './get-campaign-stats.js'
import { getCampaign } from './get-campaign.js'
import { listCampaigns } from './list-campaigns.js'
import { pauseCampaign } from './pause-campaign.js'
import { resumeCampaign } from './resume-campaign.js'
import { sendOrScheduleCampaign } from './send-or-schedule-campaign.js'
import { testCampaign } from './test-campaign.js'
import { updateCampaign } from './update-campaign.js'

export const campaignEndpoints: AnyEndpoint[] = [
  listCampaigns,
  createCampaign,
  getCampaign,
  updateCampaign,
  deleteCampaign,
  duplicateCampaign,
  testCampaign,
  getCampaignAudience,
  sendOrScheduleCampaign,
  pauseCampaign,
  resumeCampaign,
  cancelCampaign,
  getCampaignStats,
]
