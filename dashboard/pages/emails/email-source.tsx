import { t } from '../../messages/index.js'
import type { EmailRow } from '../../shared/email-columns.js'
import { useProjectId } from '../../session/project.js'
import { TextLink } from '../../ui/link.js'

type Source = Pick<EmailRow, 'sourceType' | 'campaignId' | 'workflowId' | 'executionId'>

/** The origin of an email, as a link if it has a page. */
export function EmailSource({ email: { sourceType, campaignId, workflowId, executionId } }: { email: Source }) {
  const projectId = useProjectId()
  const text = t.emails.sources[sourceType]
  if (campaignId !== null) {
    return (
      <TextLink to="/p/$projectId/campaigns/$campaignId" params={{ projectId, campaignId }}>
        {text}
      </TextLink>
    )
  }
  if (workflowId === null) return text
  if (executionId === null) {
    return (
      <TextLink to="/p/$projectId/workflows/$workflowId" params={{ projectId, workflowId }}>
        {text}
      </TextLink>
    )
  }
  return (
    <TextLink
      to="/p/$projectId/workflows/$workflowId/executions/$executionId"
      params={{ projectId, workflowId, executionId }}
    >
      {text}
    </TextLink>
  )
}
