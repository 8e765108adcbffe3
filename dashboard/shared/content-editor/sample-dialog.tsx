import { useState } from 'react'
import { t } from '../../messages/index.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { CodeEditor } from '../code-editor/code-editor.js'
import type { ShownTo } from './message-draft.js'
import { readSample } from './sample-data.js'

type Data = NonNullable<ShownTo['data']>

/** The values of a preview, and the callback for changed ones. */
export interface SampleDialogProps {
  onClose: () => void
  data: Data | null
  onChange: (data: Data | null) => void
}

/** Edits the values that a message is shown with, as JSON. */
export function SampleDialog({ onClose, data, onChange }: SampleDialogProps) {
  return (
    <Dialog isOpen onClose={onClose} title={t.content.sampleTitle} text={t.content.sampleText}>
      <Form data={data} onClose={onClose} onChange={onChange} />
    </Dialog>
  )
}

function Form({ data, onClose, onChange }: SampleDialogProps) {
  const [text, setText] = useState(JSON.stringify(data ?? {}, null, 2))
  const read = readSample(text)
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (read === undefined) return
        onChange(read)
        onClose()
      }}
    >
      <CodeEditor label={t.content.sampleTitle} language="json" height="h-60" value={text} onChange={setText} />
      <p role="status" className="min-h-5 text-bad">
        {read === undefined ? t.content.sampleError : ''}
      </p>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t.common.cancel}</Button>
        <Button type="submit" variant="strong" disabled={read === undefined}>
          {t.content.use}
        </Button>
      </div>
    </form>
  )
}
