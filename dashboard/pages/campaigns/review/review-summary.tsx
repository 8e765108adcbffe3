import { useQuery } from '@tanstack/react-query'
import { t } from '../../../messages/index.js'
import { useProject } from '../../../session/project.js'
import { MailFrame } from '../../../shared/mail-frame.js'
import { formatIn } from '../../../shared/zones.js'
import { DefinitionList } from '../../../ui/definition-list.js'
import { AudienceName } from '../campaign-summary.js'
import type { CampaignFields } from '../composer/draft.js'
import { previewQuery } from './use-review-facts.js'

/** What is about to be sent: the subject as recipients see it, the sender, the time, the audience, and the message. */
export function ReviewSummary({ value }: { value: CampaignFields }) {
  const { id: projectId, timezone } = useProject()
  const { data: preview } = useQuery(previewQuery(projectId, value))
  const { from, fromName, when, subject } = value
  const at = when.kind === 'later' && when.at !== null ? formatIn(when.at, timezone) : t.campaigns.whens.now
  return (
    <div className="flex flex-col gap-3">
      <DefinitionList
        items={[
          [t.campaigns.subject, preview?.subject ?? subject],
          [t.sender.from, fromName === '' ? from : `${fromName} <${from}>`],
          [t.campaigns.fields.when, at],
          [t.campaigns.audience, <AudienceName key="audience" campaign={value} />],
        ]}
      />
      {preview?.html && (
        <div className="overflow-hidden rounded-control border border-line">
          <MailFrame html={preview.html} title={t.campaigns.asReviewed} height="h-64" width="600" />
        </div>
      )}
    </div>
  )
}
