import { useState } from 'react'
import { ClipboardPaste } from 'lucide-react'
import { t } from '../../../messages/index.js'
import { Button } from '../../../ui/button.js'
import { Dialog } from '../../../ui/dialog.js'
import { Field } from '../../../ui/field.js'
import { TextArea } from '../../../ui/text-area.js'

/** Opens a field for the rows of a spreadsheet. */
export function PasteButton({ onPaste }: { onPaste: (text: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  return (
    <>
      <Button icon={ClipboardPaste} onClick={() => setOpen(true)}>
        {t.imports.paste}
      </Button>
      {isOpen && <PasteDialog onClose={close} onPaste={(text) => (close(), onPaste(text))} />}
    </>
  )
}

/** Takes rows of a spreadsheet. What is pasted is taken at once, because a field with many rows is slow. */
function PasteDialog({ onClose, onPaste }: { onClose: () => void; onPaste: (text: string) => void }) {
  const [text, setText] = useState('')
  return (
    <Dialog isOpen onClose={onClose} title={t.imports.pasteTitle}>
      <div className="flex flex-col gap-4">
        <Field label={t.imports.pasteLabel} hint={t.imports.pasteHint}>
          {(ids) => (
            <TextArea
              {...ids}
              rows={8}
              autoFocus
              value={text}
              onChange={({ target }) => setText(target.value)}
              onPaste={(event) => {
                const pasted = event.clipboardData.getData('text/plain')
                if (text !== '' || pasted === '') return
                event.preventDefault()
                onPaste(pasted)
              }}
            />
          )}
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button variant="strong" disabled={text.trim() === ''} onClick={() => onPaste(text)}>
            {t.imports.next}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
