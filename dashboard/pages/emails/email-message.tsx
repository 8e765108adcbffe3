import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.js'
import type { Answer } from '../../api/client.js'
import { read } from '../../api/query.js'
import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { Failure } from '../../shared/failure.js'
import { LongText } from '../../shared/long-text.js'
import { MailControls, type MailDisplay } from '../../shared/mail-controls.js'
import { MailFrame } from '../../shared/mail-frame.js'
import { useProjectId } from '../../session/project.js'
import { DefinitionList } from '../../ui/definition-list.js'
import { Panel } from '../../ui/panel.js'
import { Segmented } from '../../ui/segmented.js'
import { SkeletonMessage } from '../../ui/skeleton.js'

type Content = Answer<'GET /emails/:id/content'>

const PARTS = (['html', 'text', 'source', 'headers'] as const).map((value) => ({ value, label: t.emails.parts[value] }))
type Part = (typeof PARTS)[number]['value']

/** The content of the email as it was sent, in a frame: hostile HTML is never a part of this page. */
export function EmailMessage({ emailId }: { emailId: string }) {
  const projectId = useProjectId()
  const { data, error, refetch } = useQuery(read('GET /emails/:id/content', { projectId, params: { id: emailId } }))
  return (
    <Panel title={t.emails.content} isPadded={data !== undefined}>
      {data && <Message content={data} />}
      {!data && !error && <SkeletonMessage />}
      {!data && error && (isGone(error) ? <NotKept /> : <Failure error={error} onRetry={() => void refetch()} />)}
    </Panel>
  )
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'CONTENT_GONE' || error.status === 404)
}

function NotKept() {
  return <p className="p-4 text-muted">{t.emails.contentGone}</p>
}

function Message({ content }: { content: Content }) {
  const [part, setPart] = useState<Part>(content.html === null ? 'text' : 'html')
  const [display, setDisplay] = useState<MailDisplay>({ width: 'full', scheme: 'light' })
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {content.fault !== null && <p className="text-bad">{content.fault}</p>}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Segmented label={t.emails.content} options={PARTS} value={part} onChange={setPart} />
        {part === 'html' && <MailControls display={display} onChange={setDisplay} />}
      </div>
      {part === 'headers' ? <Headers content={content} /> : <Body content={content} part={part} display={display} />}
    </div>
  )
}

function Body({
  content,
  part,
  display,
}: {
  content: Content
  part: 'html' | 'text' | 'source'
  display: MailDisplay
}) {
  const text = part === 'text' ? content.text : content.html
  if (text === null) return <p className="text-muted">{t.emails.noPart}</p>
  return (
    <div className="rounded-control border border-line">
      {part === 'html' ? (
        <MailFrame {...display} html={text} title={t.emails.messageTitle(content.subject || t.emails.noSubject)} />
      ) : (
        <LongText text={text} label={t.emails.parts[part]} />
      )}
    </div>
  )
}

function Headers({ content: { subject, preheader, headers, attachments } }: { content: Content }) {
  return (
    <DefinitionList
      items={[
        [t.emails.columns.subject, subject],
        [t.emails.preheader, preheader],
        ...headers.map(({ name, value }) => [name, value] as const),
        [t.emails.attachments, attachments.map(({ filename, size }) => named(filename, size)).join('; ') || null],
      ]}
    />
  )
}

function named(filename: string, size: number): string {
  return t.emails.attached(filename, formatNumber(size))
}
