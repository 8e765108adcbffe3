import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/client.js'
import { queryClient } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { useProjectId } from '../../session/project.js'
import { showError } from '../../shared/show-error.js'
import { toast } from '../../ui/toast.js'

/** Saves the message of a campaign as a template, and opens it. */
export function useSaveAsTemplate(campaignId: string): () => Promise<void> {
  const projectId = useProjectId()
  const navigate = useNavigate()
  return async () => {
    try {
      const template = await call('POST /campaigns/:id/template', { projectId, params: { id: campaignId } })
      await queryClient.invalidateQueries({ queryKey: [projectId, 'GET /templates'] })
      toast(t.campaigns.savedAsTemplate)
      await navigate({ to: '/p/$projectId/templates/$templateId', params: { projectId, templateId: template.id } })
    } catch (error) {
      showError(error)
    }
  }
}
