import { t } from '../../messages/index.js'
import type { MessageDraft, Preview } from './message-draft.js'

/** A message as an inbox lists it: its sender, its subject, and the preheader or its first words. */
export function InboxLine({ preview: { subject, preheader, text }, draft }: { preview: Preview; draft: MessageDraft }) {
  const sender = draft.fromName || draft.from || t.content.noSender
  return (
    <figure className="p-4">
      <figcaption className="mb-2 text-small text-muted">{t.content.inbox}</figcaption>
      <div className="flex min-w-0 flex-col gap-0.5 rounded-panel border border-line bg-canvas p-3">
        <span className="truncate font-semibold">{sender}</span>
        <span className="truncate">{subject || t.content.noSubject}</span>
        <span className="line-clamp-2 text-small text-muted">{preheader ?? (text ?? '').slice(0, 200)}</span>
      </div>
    </figure>
  )
}
