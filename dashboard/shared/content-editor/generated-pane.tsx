import { useState } from 'react'
import { Code } from 'lucide-react'
import type { EmailDesign } from '../../../models/domain/design/design.js'
import { t } from '../../messages/index.js'
import { Button } from '../../ui/button.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import { toast } from '../../ui/toast.js'
import { CodeEditor } from '../code-editor/code-editor.js'
import { describeError } from '../failure.js'
import { isSameJson } from '../../session/same-json.js'
import type { Wording } from './message-draft.js'

/** A design with the HTML that was made of it, and the callback to edit that. */
export interface GeneratedPaneProps {
  design: EmailDesign
  /** The wording as it is stored, with the HTML that was made of its design. */
  stored: Wording
  isReadOnly: boolean
  onDetach: (body: string) => void
  /** Takes the design back. */
  onBack: () => void
}

/** The HTML that the server has made of a design. It can be edited instead of the design. */
export function GeneratedPane({ design, stored, isReadOnly, onDetach, onBack }: GeneratedPaneProps) {
  const [isAsking, setAsking] = useState(false)
  const isCurrent = isSameJson(stored.design, design)
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
        <p className="text-muted">{isCurrent ? t.content.generated : t.content.generatedStale}</p>
        {!isReadOnly && (
          <Button icon={Code} disabled={!isCurrent} onClick={() => setAsking(true)}>
            {t.content.editHtml}
          </Button>
        )}
      </div>
      <CodeEditor
        label={t.content.source}
        language="html"
        height="h-[60vh]"
        value={stored.body}
        onChange={() => undefined}
        isReadOnly
      />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t.content.editHtmlTitle}
        text={t.content.editHtmlText}
        action={t.content.editHtml}
        isDangerous={false}
        describeError={describeError}
        onConfirm={async () => {
          onDetach(stored.body)
          toast(t.content.detached, onBack)
        }}
      />
    </div>
  )
}
