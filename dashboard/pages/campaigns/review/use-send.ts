import { useState } from 'react'
import { getRouteApi } from '@tanstack/react-router'
import { call } from '../../../api/client.js'
import { queryClient } from '../../../api/query.js'
import { t } from '../../../messages/index.js'
import { useProject } from '../../../session/project.js'
import { describeError } from '../../../shared/failure.js'
import { formatIn } from '../../../shared/zones.js'
import { toast } from '../../../ui/toast.js'
import { campaignQueryOf, forgetCampaigns, keepCampaign } from '../campaign-cache.js'
import type { Campaign } from '../campaign.js'
import type { When } from '../composer/draft.js'

const route = getRouteApi('/p/$projectId/campaigns/$campaignId')

/** Sends or schedules a campaign as the review shows it, and opens its progress. */
export function useSend(campaign: Campaign, when: When, onSent: () => void) {
  const { timezone } = useProject()
  const navigate = route.useNavigate()
  const [state, setState] = useState<{ isBusy: boolean; errorMessage: string | null }>({
    isBusy: false,
    errorMessage: null,
  })
  const { id, projectId, updatedAt } = campaign
  const send = async (): Promise<void> => {
    setState({ isBusy: true, errorMessage: null })
    try {
      // The gateway sends the stored campaign: without this check it would send a change that the review did not show.
      const now = await call('GET /campaigns/:id', { projectId, params: { id } })
      if (now.updatedAt !== updatedAt) {
        await keepCampaign(now)
        setState({ isBusy: false, errorMessage: t.campaigns.changedMeanwhile })
        return
      }
      const body = when.kind === 'later' ? { scheduledFor: when.at } : {}
      await call('POST /campaigns/:id/send', { projectId, params: { id }, body })
      onSent()
      await navigate({ search: {}, replace: true })
      await queryClient.invalidateQueries({ queryKey: campaignQueryOf(projectId, id).queryKey })
      await forgetCampaigns(projectId)
      const at = when.kind === 'later' ? when.at : null
      toast(at === null ? t.campaigns.isSending : t.campaigns.isScheduled(formatIn(at, timezone)))
    } catch (error) {
      setState({ isBusy: false, errorMessage: describeError(error).message })
    }
  }
  return { ...state, send }
}
