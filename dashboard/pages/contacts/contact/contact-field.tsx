import { useState } from 'react'
import { Pencil, Trash2 } from 'lucide-react'
import { t } from '../../../messages/index.js'
import { IconButton } from '../../../ui/button.js'
import { cutText } from '../../../ui/cut-text.js'
import { JsonView } from '../../../ui/json-view.js'
import { FieldForm } from './field-form.js'

const MOST_TEXT = 2_000

interface ContactFieldProps {
  name: string
  value: unknown
  isTextOnly?: boolean
  onSave: (name: string, value: unknown) => Promise<void>
  onRemove?: () => void
}

/** A field of a contact, which is changed in its place. */
export function ContactField({ name, value, isTextOnly, onSave, onRemove }: ContactFieldProps) {
  const [isEdited, setEdited] = useState(false)
  return (
    <div className="py-2 first:pt-0 last:pb-0">
      <div className="mb-1 flex min-h-6 items-center justify-between gap-2">
        <span className="min-w-0 break-words text-muted">{name}</span>
        {!isEdited && (
          <span className="flex shrink-0">
            <IconButton icon={Pencil} label={t.contacts.editField(name)} onClick={() => setEdited(true)} />
            {onRemove && <IconButton icon={Trash2} label={t.contacts.removeField(name)} onClick={onRemove} />}
          </span>
        )}
      </div>
      {isEdited ? (
        <FieldForm
          name={name}
          value={value}
          onSave={onSave}
          onClose={() => setEdited(false)}
          {...(isTextOnly ? { isTextOnly } : {})}
        />
      ) : (
        <ShownValue name={name} value={value} />
      )}
    </div>
  )
}

function ShownValue({ name, value }: { name: string; value: unknown }) {
  if (typeof value === 'object' && value !== null) return <JsonView label={name} value={value} />
  if (typeof value === 'boolean') return <p>{value ? t.values.yes : t.values.no}</p>
  const { shown, isCut } = cutText(String(value), MOST_TEXT)
  return <p className="break-words whitespace-pre-wrap">{isCut ? `${shown}…` : shown}</p>
}
