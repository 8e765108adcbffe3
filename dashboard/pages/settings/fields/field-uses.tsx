import type { Answer } from '../../../api/client.js'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { TextLink } from '../../../ui/link.js'

/** The references to a field. */
export type FieldUsage = Answer<'GET /contacts/fields/:field/usage'>

/** The number of segments, campaigns and workflows that refer to a field. */
export function countUses({ usedInSegments, usedInCampaigns, usedInWorkflows }: FieldUsage): number {
  return usedInSegments.length + usedInCampaigns.length + usedInWorkflows.length
}

/** The segments, campaigns and workflows that refer to a field, each with the way to it. */
export function FieldUses({ usage }: { usage: FieldUsage }) {
  const projectId = useProjectId()
  if (countUses(usage) === 0) return <p className="text-muted">{t.settings.noUses}</p>
  return (
    <section>
      <h3 className="mb-1 font-medium">{t.settings.usedBy}</h3>
      <ul className="flex flex-col gap-1">
        {usage.usedInSegments.map(({ id, name }) => (
          <li key={id}>
            {t.settings.usedKinds.segment}{' '}
            <TextLink to="/p/$projectId/segments/$segmentId" params={{ projectId, segmentId: id }}>
              {name}
            </TextLink>
          </li>
        ))}
        {usage.usedInCampaigns.map(({ id, name }) => (
          <li key={id}>
            {t.settings.usedKinds.campaign}{' '}
            <TextLink to="/p/$projectId/campaigns/$campaignId" params={{ projectId, campaignId: id }}>
              {name}
            </TextLink>
          </li>
        ))}
        {usage.usedInWorkflows.map(({ id, name }) => (
          <li key={id}>
            {t.settings.usedKinds.workflow}{' '}
            <TextLink to="/p/$projectId/workflows/$workflowId" params={{ projectId, workflowId: id }}>
              {name}
            </TextLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
