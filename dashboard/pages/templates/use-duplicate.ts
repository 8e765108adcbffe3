import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { showError } from '../../shared/show-error.js'
import { useProjectId } from '../../session/project.js'
import { toast } from '../../ui/toast.js'
import { refreshTemplates } from './template-cache.js'
import type { Template } from './template-value.js'

/** Copies a template and opens the copy. */
export function useDuplicate(): (template: Pick<Template, 'id'>) => Promise<void> {
  const projectId = useProjectId()
  const navigate = useNavigate()
  return async ({ id }) => {
    try {
      const copy = await call('POST /templates/:id/duplicate', { projectId, params: { id } })
      await refreshTemplates(projectId)
      toast(t.templates.duplicated)
      await navigate({ to: '/p/$projectId/templates/$templateId', params: { projectId, templateId: copy.id } })
    } catch (error) {
      showError(error)
    }
  }
}
