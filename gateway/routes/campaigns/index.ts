import type { AnyEndpoint } from '../../http/endpoint.js'
import { cancelCampaign } from './cancel-campaign.js'
import { createCampaign } from './create-campaign.js'
import { getCampaign } from './get-campaign.js'
import { sendCampaign } from './send-campaign.js'

export const campaignEndpoints: AnyEndpoint[] = [createCampaign, getCampaign, sendCampaign, cancelCampaign]
