import { useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { PencilLine } from 'lucide-react'
import { read } from '../../../../../api/query.js'
import { t } from '../../../../../messages/index.js'
import { useProjectId } from '../../../../../session/project.js'
import type { MessageDraft } from '../../../../../shared/content-editor/message-draft.js'
import { usePreview } from '../../../../../shared/content-editor/use-preview.js'
import { Failure, isMissing } from '../../../../../shared/failure.js'
import { lazyPart, useLoadAhead } from '../../../../../shared/lazy-part.js'
import { MailFrame } from '../../../../../shared/mail-frame.js'
import { Button } from '../../../../../ui/button.js'
import { TextLink } from '../../../../../ui/link.js'
import { Skeleton } from '../../../../../ui/skeleton.js'
import { DialogSkeleton } from '../../dialog-skeleton.js'
import { stepText } from '../step-text.js'
import { withOverrides, type Overrides } from './with-overrides.js'
import type { TemplateDrawerProps } from './template-drawer.js'

const TemplateDrawer = lazyPart<TemplateDrawerProps, 'TemplateDrawer'>(
  () => import('./template-drawer.js'),
  'TemplateDrawer',
  <DialogSkeleton />,
)
const LATER = [TemplateDrawer]

/** The template of a step, and what the step says instead of it. */
export interface StepTemplateProps {
  templateId: string
  overrides: Overrides
}

/** The message of the step as a recipient sees it, and the actions on its template. */
export function StepTemplate({ templateId, overrides }: StepTemplateProps) {
  const projectId = useProjectId()
  const [isOpen, setOpen] = useState(false)
  const query = useQuery(read('GET /templates/:id', { projectId, params: { id: templateId } }))
  const { subject, from } = overrides
  const draft = useMemo(() => query.data && withOverrides(query.data, { subject, from }), [query.data, subject, from])
  useLoadAhead(LATER)
  // The field above says that a template is gone.
  if (isMissing(query.error)) return null
  if (query.error && !draft) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  return (
    <section aria-label={stepText.email.preview} className="flex min-w-0 flex-col gap-2">
      {draft ? <Shown draft={draft} /> : <Skeleton className="h-64 w-full" />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button icon={PencilLine} disabled={!draft} onClick={() => setOpen(true)}>
          {stepText.email.drawer}
        </Button>
        <TextLink to="/p/$projectId/templates/$templateId" params={{ projectId, templateId }}>
          {stepText.email.edit}
        </TextLink>
      </div>
      {isOpen && <TemplateDrawer templateId={templateId} onClose={() => setOpen(false)} />}
    </section>
  )
}

function Shown({ draft }: { draft: MessageDraft }) {
  const { preview, error, retry } = usePreview(draft, {})
  if (error) return <Failure error={error} onRetry={retry} />
  if (!preview) return <Skeleton className="h-64 w-full" />
  const subject = preview.subject ?? t.content.noSubject
  return (
    <div className="min-w-0 overflow-hidden rounded-control border border-line">
      <p className="border-b border-line px-3 py-1.5 font-medium break-words">{subject}</p>
      {preview.html === null ? (
        <p className="p-3 text-muted">{t.content.previewFailed}</p>
      ) : (
        <MailFrame html={preview.html} title={t.content.previewOf(subject)} height="h-64" />
      )}
    </div>
  )
}
