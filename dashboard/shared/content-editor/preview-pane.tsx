import { useState } from 'react'
import type { MarkedElement } from '../../frame/marked-element.js'
import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { Button } from '../../ui/button.js'
import { join } from '../../ui/join.js'
import { Segmented } from '../../ui/segmented.js'
import { SkeletonRows } from '../../ui/skeleton.js'
import { ContactPicker } from '../contact-picker.js'
import { Failure } from '../failure.js'
import { lazyPart } from '../lazy-part.js'
import { LongText } from '../long-text.js'
import { MailControls, type MailDisplay } from '../mail-controls.js'
import { MailFrame } from '../mail-frame.js'
import { InboxLine } from './inbox-line.js'
import type { MessageDraft, Preview, ShownTo } from './message-draft.js'
import type { SampleDialogProps } from './sample-dialog.js'
import type { PreviewState } from './use-preview.js'

interface PreviewPaneProps {
  draft: MessageDraft
  state: PreviewState
  /** The element of the source in which the cursor rests. */
  marked: MarkedElement | null
  /** Null while it is not known. */
  shownTo: ShownTo | null
  onShownTo: (shownTo: ShownTo) => void
}

const SampleDialog = lazyPart<SampleDialogProps, 'SampleDialog'>(() => import('./sample-dialog.js'), 'SampleDialog')
const VIEWS = (['html', 'text', 'source', 'inbox'] as const).map((value) => ({ value, label: t.content.views[value] }))
type View = (typeof VIEWS)[number]['value']

/** A draft as its recipient sees it; the code that sends renders it. */
export function PreviewPane({ draft, state, marked, shownTo, onShownTo }: PreviewPaneProps) {
  const [view, setView] = useState<View>('html')
  const [display, setDisplay] = useState<MailDisplay>({ width: 'full', scheme: 'light' })
  const { preview, isStale, error, retry } = state
  return (
    <section aria-label={t.content.preview} className="flex min-w-0 flex-col gap-3">
      {shownTo ? <Recipient shownTo={shownTo} onShownTo={onShownTo} /> : <SkeletonRows rows={1} />}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Segmented label={t.content.parts} options={VIEWS} value={view} onChange={setView} />
        {view === 'html' && <MailControls display={display} onChange={setDisplay} />}
      </div>
      <div
        aria-busy={isStale}
        className={join('min-w-0 rounded-control border border-line', isStale && 'cursor-progress grayscale')}
      >
        {error ? <Failure error={error} onRetry={retry} /> : null}
        {!error && !preview && <SkeletonRows />}
        {!error && preview && <Shown {...{ preview, view, display, draft, marked }} />}
      </div>
      <p role="status" className="min-h-4 text-small text-muted">
        {isStale ? t.content.previewStale : sizeOf(preview)}
      </p>
    </section>
  )
}

interface ShownProps extends Pick<PreviewPaneProps, 'draft' | 'marked'> {
  preview: Preview
  view: View
  display: MailDisplay
}

function Shown({ preview, view, display, draft, marked }: ShownProps) {
  const { subject, html, text } = preview
  if (view === 'inbox') return <InboxLine preview={preview} draft={draft} />
  const shown = view === 'text' ? text : html
  if (shown === null) return <p className="p-4 text-muted">{t.content.previewFailed}</p>
  const title = t.content.previewOf(subject ?? t.content.noSubject)
  if (view === 'html') return <MailFrame {...display} html={shown} title={title} marked={marked} />
  return <LongText label={t.content.views[view]} text={shown} height="h-[60vh]" />
}

function Recipient({ shownTo, onShownTo }: { shownTo: ShownTo; onShownTo: (shownTo: ShownTo) => void }) {
  const [isEditing, setEditing] = useState(false)
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-0 flex-1 basis-48">
        <ContactPicker
          label={t.content.asRecipient}
          value={shownTo.contactId ?? null}
          none={t.content.sampleData}
          onChange={(contactId) => onShownTo({ ...shownTo, contactId })}
        />
      </div>
      <Button onClick={() => setEditing(true)}>{t.content.sample}</Button>
      {isEditing && (
        <SampleDialog
          onClose={() => setEditing(false)}
          data={shownTo.data ?? null}
          onChange={(data) => onShownTo({ ...shownTo, data })}
        />
      )}
    </div>
  )
}

function sizeOf(preview: Preview | undefined): string {
  const size = preview?.size ?? null
  return size === null ? '' : t.content.size(formatNumber(Math.ceil(size / 1024)))
}
