import { useState, type FormEvent } from 'react'
import type { EditorView } from 'prosemirror-view'
import { Braces } from 'lucide-react'
import { t } from '../../../messages/index.js'
import { Button } from '../../../ui/button.js'
import { Field } from '../../../ui/field.js'
import { Input } from '../../../ui/input.js'
import { useEditor } from '../editor-context.js'
import { insertField, selectedField } from '../text/mount-surface.js'
import { PickList } from './pick-list.js'

/** Chooses a field for a text, and then what stands there for contacts without it. */
export function FieldForm({ view, onDone }: { view: EditorView; onDone: () => void }) {
  const { fields } = useEditor()
  const [given] = useState(() => selectedField(view.state))
  const [field, setField] = useState<string | null>(given?.field ?? null)
  const [fallback, setFallback] = useState(given?.fallback ?? '')
  if (field === null) {
    return (
      <PickList
        label={t.designEditor.popovers.field}
        placeholder={t.designEditor.findField}
        picks={fields.map((one) => ({ value: one.field, label: one.label, icon: Braces }))}
        onPick={setField}
        freePick={(text) =>
          /[{}|"'<>&\\]/.test(text) ? null : { value: text, label: t.designEditor.newField(text), icon: Braces }
        }
      />
    )
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onDone()
    insertField(view, field, fallback.trim())
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3 p-1">
      <p className="flex items-center gap-2 font-medium">
        <Braces aria-hidden size={16} className="text-muted" />
        <span className="min-w-0 flex-1 truncate">{field}</span>
        <Button variant="quiet" onClick={() => setField(null)}>
          {t.designEditor.otherField}
        </Button>
      </p>
      <Field label={t.designEditor.fallback} hint={t.designEditor.fallbackHint}>
        {(ids) => (
          <Input
            {...ids}
            autoFocus
            autoComplete="off"
            value={fallback}
            onChange={({ target }) => setFallback(target.value)}
          />
        )}
      </Field>
      <div className="flex justify-end">
        <Button type="submit" variant="strong">
          {given ? t.designEditor.apply : t.designEditor.insertField}
        </Button>
      </div>
    </form>
  )
}
