import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { read } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { Failure, isMissing } from '../../shared/failure.js'
import { Gone } from '../../shared/gone.js'
import { useProjectId } from '../../session/project.js'
import { TextLink } from '../../ui/link.js'
import { SkeletonRows } from '../../ui/skeleton.js'
import { TemplateEditor } from './template-editor.js'

const route = getRouteApi('/p/$projectId/templates/$templateId')

/** One template: what it says in each language, who it is from, and what a recipient gets. */
export function TemplatePage() {
  const projectId = useProjectId()
  const { templateId } = route.useParams()
  const query = useQuery(read('GET /templates/:id', { projectId, params: { id: templateId } }))
  const { data: template, error } = query
  if (isMissing(error)) {
    return (
      <Gone title={t.templates.gone} text={t.templates.goneText}>
        <TextLink to="/p/$projectId/templates" params={{ projectId }}>
          {t.templates.back}
        </TextLink>
      </Gone>
    )
  }
  if (!template) return error ? <Failure error={error} onRetry={() => void query.refetch()} /> : <SkeletonRows />
  return <TemplateEditor key={templateId} template={template} />
}
