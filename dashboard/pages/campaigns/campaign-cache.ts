import { queryClient, read } from '../../api/query.js'
import type { Campaign } from './campaign.js'

/** The query of one campaign. */
export const campaignQueryOf = (projectId: string, id: string) =>
  read('GET /campaigns/:id', { projectId, params: { id } })

/** Stores the campaign that an action has answered as the newest one. */
export async function keepCampaign(campaign: Campaign): Promise<void> {
  const { projectId, id } = campaign
  await queryClient.cancelQueries({ queryKey: campaignQueryOf(projectId, id).queryKey })
  queryClient.setQueryData(campaignQueryOf(projectId, id).queryKey, campaign)
  await forgetCampaigns(projectId)
}

/** Marks the lists of campaigns as stale. */
export async function forgetCampaigns(projectId: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [projectId, 'GET /campaigns'] })
}
