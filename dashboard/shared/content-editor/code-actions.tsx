import { useState } from 'react'
import { LayoutTemplate, Undo2 } from 'lucide-react'
import { DESIGN_VERSION, type Block, type EmailDesign } from '../../../models/domain/design/design.js'
import { t } from '../../messages/index.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import type { Wording } from './message-draft.js'

/** A content in code, and the callback for another content. */
export interface CodeActionsProps {
  wording: Wording
  previousDesign: EmailDesign | null
  onChange: (wording: Partial<Wording>) => void
}

/** The ways from code to the visual editor. HTML is never read into blocks. */
export function CodeActions({ wording: { body, mjml }, previousDesign, onChange }: CodeActionsProps) {
  const [isOpen, setOpen] = useState(false)
  const begin = (blocks: Block[]): void => {
    setOpen(false)
    onChange({ body: '', mjml: null, design: { version: DESIGN_VERSION, theme: {}, previewText: [], blocks } })
  }
  const isHtml = typeof mjml !== 'string'
  return (
    <>
      {previousDesign && (
        <Button icon={Undo2} onClick={() => onChange({ body: '', mjml: null, design: previousDesign })}>
          {t.content.backToDesign}
        </Button>
      )}
      <Button icon={LayoutTemplate} onClick={() => setOpen(true)}>
        {t.content.useDesign}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t.content.useDesignTitle}
        text={t.content.useDesignText}
      >
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => begin([])}>{t.content.startBlank}</Button>
          {isHtml && (
            <Button variant="strong" onClick={() => begin([{ id: 'html', type: 'html', source: body }])}>
              {t.content.wrapHtml}
            </Button>
          )}
        </div>
      </Dialog>
    </>
  )
}
