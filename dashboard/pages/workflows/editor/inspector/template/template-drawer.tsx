import { useQuery } from '@tanstack/react-query'
import { read } from '../../../../../api/query.js'
import { useProjectId } from '../../../../../session/project.js'
import { Failure } from '../../../../../shared/failure.js'
import { Dialog } from '../../../../../ui/dialog.js'
import { SkeletonRows } from '../../../../../ui/skeleton.js'
import { stepText } from '../step-text.js'
import { TemplateWriting } from './template-writing.js'

/** Which template is edited beside the workflow. */
export interface TemplateDrawerProps {
  templateId: string
  onClose: () => void
}

/** The template of a step in a drawer, so that the workflow stays where it is. */
export function TemplateDrawer({ templateId, onClose }: TemplateDrawerProps) {
  const projectId = useProjectId()
  const query = useQuery(read('GET /templates/:id', { projectId, params: { id: templateId } }))
  const { data: template, error } = query
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={template?.name ?? stepText.email.template}
      text={stepText.email.drawerText}
      at="wideDrawer"
    >
      {template ? (
        <TemplateWriting template={template} />
      ) : error ? (
        <Failure error={error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonRows />
      )}
    </Dialog>
  )
}
