import type { Answer } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { useProjectId } from '../../session/project.js'
import { TextLink } from '../../ui/link.js'

type Usage = Pick<Answer<'GET /events/:eventName/usage'>, 'usedInSegments' | 'usedInCampaigns' | 'usedInWorkflows'>

/** The references to an event, as links. */
export function UsageLinks({ usage }: { usage: Usage }) {
  const projectId = useProjectId()
  const { usedInSegments, usedInCampaigns, usedInWorkflows } = usage
  if (usedInSegments.length + usedInCampaigns.length + usedInWorkflows.length === 0) {
    return <p className="text-muted">{t.events.unused}</p>
  }
  return (
    <ul className="flex flex-col gap-1">
      {usedInSegments.map(({ id, name }) => (
        <li key={id} className="min-w-0 break-words">
          {t.events.uses.usedInSegments}{' '}
          <TextLink to="/p/$projectId/segments/$segmentId" params={{ projectId, segmentId: id }}>
            {name}
          </TextLink>
        </li>
      ))}
      {usedInCampaigns.map(({ id, name }) => (
        <li key={id} className="min-w-0 break-words">
          {t.events.uses.usedInCampaigns}{' '}
          <TextLink to="/p/$projectId/campaigns/$campaignId" params={{ projectId, campaignId: id }}>
            {name}
          </TextLink>
        </li>
      ))}
      {usedInWorkflows.map(({ id, name }) => (
        <li key={id} className="min-w-0 break-words">
          {t.events.uses.usedInWorkflows}{' '}
          <TextLink to="/p/$projectId/workflows/$workflowId" params={{ projectId, workflowId: id }}>
            {name}
          </TextLink>
        </li>
      ))}
    </ul>
  )
}
