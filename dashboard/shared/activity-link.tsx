import { Link } from '@tanstack/react-router'
import type { Answer } from '../api/client.js'
import { useProjectId } from '../session/project.js'
import { activityText } from './activity-text.js'

type Activity = Answer<'GET /activity'>['data'][number]

const LINK_CLASS =
  'inline-block max-w-full overflow-hidden align-bottom text-ellipsis py-0.5 underline-offset-2 hover:underline'

/** An activity entry as a link to its subject: an email, an execution, a campaign, an event, or the contact. */
export function ActivityLink({ item }: { item: Activity }) {
  const projectId = useProjectId()
  const { type, contactId, metadata } = item
  const text = activityText(item)
  const id = (name: string): string | undefined => {
    const value = metadata[name]
    return typeof value === 'string' ? value : undefined
  }
  const [emailId, campaignId, executionId, workflowId] = [
    id('emailId'),
    id('campaignId'),
    id('executionId'),
    id('workflowId'),
  ]
  if (emailId !== undefined) {
    return (
      <Link to="/p/$projectId/emails/$emailId" params={{ projectId, emailId }} className={LINK_CLASS}>
        {text}
      </Link>
    )
  }
  if (executionId !== undefined && workflowId !== undefined) {
    const params = { projectId, workflowId, executionId }
    return (
      <Link to="/p/$projectId/workflows/$workflowId/executions/$executionId" params={params} className={LINK_CLASS}>
        {text}
      </Link>
    )
  }
  if (campaignId !== undefined) {
    return (
      <Link to="/p/$projectId/campaigns/$campaignId" params={{ projectId, campaignId }} className={LINK_CLASS}>
        {text}
      </Link>
    )
  }
  if (type === 'event.triggered') {
    return (
      <Link to="/p/$projectId/events" params={{ projectId }} search={{ name: id('name') }} className={LINK_CLASS}>
        {text}
      </Link>
    )
  }
  if (contactId === null) return text
  return (
    <Link to="/p/$projectId/contacts/$contactId" params={{ projectId, contactId }} className={LINK_CLASS}>
      {text}
    </Link>
  )
}
