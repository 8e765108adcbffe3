import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../../api/query.js'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { Failure } from '../../../shared/failure.js'
import { MailControls, type MailDisplay } from '../../../shared/mail-controls.js'
import { MailFrame } from '../../../shared/mail-frame.js'
import { Panel } from '../../../ui/panel.js'
import { SkeletonMessage } from '../../../ui/skeleton.js'
import type { Campaign } from '../campaign.js'
import { isContentGone } from './content-gone.js'

/** One of the emails of a campaign as its recipient got it; the content of the campaign if no email is stored. */
export function SentMail({ campaign: { id, body } }: { campaign: Campaign }) {
  const projectId = useProjectId()
  const emails = useQuery(read('GET /emails', { projectId, query: { campaignId: id, limit: 1 } }))
  const email = emails.data?.data[0]
  const content = useQuery({
    ...read('GET /emails/:id/content', { projectId, params: { id: email?.id ?? '' } }),
    enabled: email !== undefined,
  })
  const html = content.data?.html
  const isNotKept = (emails.data && !email) || isContentGone(content.error) || (content.data && html === null)
  const error = emails.error ?? content.error
  return (
    <Panel title={t.campaigns.asSent} isPadded>
      {html && <Mail html={html} note={t.campaigns.asSentTo(email?.to ?? t.emails.deletedContact)} />}
      {!html && isNotKept && <Mail html={body} note={t.campaigns.asWritten} />}
      {!html && !isNotKept && error && <Failure error={error} onRetry={() => void emails.refetch()} />}
      {!html && !isNotKept && !error && <SkeletonMessage />}
    </Panel>
  )
}

function Mail({ html, note }: { html: string; note: string }) {
  const [display, setDisplay] = useState<MailDisplay>({ width: 'full', scheme: 'light' })
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-muted">{note}</p>
        <MailControls display={display} onChange={setDisplay} />
      </div>
      <div className="overflow-hidden rounded-control border border-line">
        <MailFrame html={html} title={t.campaigns.asSent} {...display} />
      </div>
    </div>
  )
}
