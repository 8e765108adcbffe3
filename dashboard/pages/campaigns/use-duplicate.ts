import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/client.js'
import { queryClient } from '../../api/query.js'
import { showError } from '../../shared/show-error.js'
import { useProjectId } from '../../session/project.js'
import type { Campaign } from './campaign.js'
import { forgetCampaigns } from './campaign-cache.js'

/** The condition of a follow-up campaign on the outcomes of this one. */
export type Rest = 'notOpened' | 'notReceived'

/** Copies a campaign as a draft and opens it; with a `rest` the audience of the copy is those contacts alone. */
export function useDuplicate(campaignId: string): (rest?: Rest) => Promise<void> {
  const projectId = useProjectId()
  const navigate = useNavigate()
  return async (rest) => {
    try {
      const copy = await call('POST /campaigns/:id/duplicate', { projectId, params: { id: campaignId } })
      const draft = rest === undefined ? copy : await aimAt(copy, campaignId, rest)
      queryClient.removeQueries({ queryKey: [projectId, 'GET /campaigns/:id', { params: { id: draft.id } }] })
      await forgetCampaigns(projectId)
      await navigate({ to: '/p/$projectId/campaigns/$campaignId', params: { projectId, campaignId: draft.id } })
    } catch (error) {
      showError(error)
    }
  }
}

function aimAt({ id, projectId }: Campaign, campaignId: string, rest: Rest): Promise<Campaign> {
  const filters = [{ field: `campaign.${campaignId}`, operator: rest }]
  const audienceCondition = { logic: 'AND' as const, groups: [{ filters }] }
  return call('PUT /campaigns/:id', {
    projectId,
    params: { id },
    body: { audienceType: 'FILTERED', audienceCondition },
  })
}
