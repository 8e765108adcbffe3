import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.js'
import type { Answer } from '../../api/client.js'
import { read } from '../../api/query.js'
import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { Failure } from '../../shared/failure.js'
import { useProjectId } from '../../session/project.js'
import { Button } from '../../ui/button.js'
import { DefinitionList } from '../../ui/definition-list.js'
import { Panel } from '../../ui/panel.js'
import { SkeletonRows } from '../../ui/skeleton.js'

type Content = Answer<'GET /emails/:id/content'>
type PartName = 'text' | 'html'

const PARTS = { text: t.emails.asText, html: t.emails.asHtml } as const
const CUT_AT = 20_000

/** What the email says, as text: hostile HTML is never a part of this page. */
export function EmailMessage({ emailId }: { emailId: string }) {
  const projectId = useProjectId()
  const { data, error, refetch } = useQuery(read('GET /emails/:id/content', { projectId, params: { id: emailId } }))
  return (
    <Panel title={t.emails.content} isPadded={data !== undefined}>
      {data && <Message content={data} />}
      {!data && !error && <SkeletonRows rows={4} />}
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
  const [part, setPart] = useState<PartName>(content.text === null ? 'html' : 'text')
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {content.fault !== null && <p className="text-bad">{content.fault}</p>}
      <DefinitionList
        items={[
          [t.emails.preheader, content.preheader],
          ...content.headers.map(({ name, value }) => [name, value] as const),
        ]}
      />
      <div className="flex gap-2">
        {(['text', 'html'] as const).map((name) => (
          <Button
            key={name}
            aria-pressed={part === name}
            look={part === name ? 'plain' : 'quiet'}
            onClick={() => setPart(name)}
          >
            {PARTS[name]}
          </Button>
        ))}
      </div>
      <Source key={part} text={content[part]} label={PARTS[part]} />
    </div>
  )
}

function Source({ text, label }: { text: string | null; label: string }) {
  const [isWhole, setWhole] = useState(false)
  if (text === null) return <p className="text-muted">{t.emails.noPart}</p>
  const isCut = !isWhole && text.length > CUT_AT
  return (
    <>
      {/* A region that scrolls is reached by the keyboard. */}
      <pre
        tabIndex={0}
        role="region"
        aria-label={label}
        className="max-h-96 overflow-auto rounded-control border border-line bg-canvas p-3 font-mono text-mono break-words whitespace-pre-wrap"
      >
        {isCut ? text.slice(0, CUT_AT) : text}
      </pre>
      {isCut && (
        <p className="flex items-center gap-2 text-muted">
          {t.emails.cut(formatNumber(CUT_AT))} <Button onClick={() => setWhole(true)}>{t.emails.showAll}</Button>
        </p>
      )}
    </>
  )
}
