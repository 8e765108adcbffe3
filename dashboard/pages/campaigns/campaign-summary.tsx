import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { useProjectId } from '../../session/project.js'
import { DefinitionList } from '../../ui/definition-list.js'
import { Panel } from '../../ui/panel.js'
import type { Campaign } from './campaign.js'

/** The message, the sender and the audience of a campaign. */
export function CampaignSummary({ campaign }: { campaign: Campaign }) {
  const { subject, from, fromName, replyTo, type } = campaign
  return (
    <Panel title={t.campaigns.summary} isPadded>
      <DefinitionList
        items={[
          [t.campaigns.subject, subject],
          [t.sender.from, fromName === null ? from : `${fromName} <${from}>`],
          [t.campaigns.replyTo, replyTo],
          [t.campaigns.type, t.campaigns.types[type]],
          [t.campaigns.audience, <AudienceName key="audience" campaign={campaign} />],
        ]}
      />
    </Panel>
  )
}

/** The audience of a campaign in words: its segment by name. */
export function AudienceName({
  campaign: { audienceType, segmentId },
}: {
  campaign: Pick<Campaign, 'audienceType' | 'segmentId'>
}) {
  const projectId = useProjectId()
  const { data: segments } = useQuery({ ...read('GET /segments', { projectId }), enabled: audienceType === 'SEGMENT' })
  if (audienceType === null) return t.campaigns.noAudience
  if (audienceType !== 'SEGMENT') return t.campaigns.audiences[audienceType]
  if (!segments) return t.campaigns.audiences.SEGMENT
  return segments.find(({ id }) => id === segmentId)?.name ?? t.campaigns.segmentGone
}
