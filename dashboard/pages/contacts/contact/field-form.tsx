import { useState, type FormEvent } from 'react'
import { t } from '../../../messages/index.js'
import { describeError } from '../../../shared/failure.js'
import { Button } from '../../../ui/button.js'
import { Input } from '../../../ui/input.js'
import { draftOf, readDraft } from '../../../ui/value-draft.js'
import { ValueInput } from '../../../ui/value-input.js'

interface FieldFormProps {
  /** The name of the field; null where a new field gets its name here. */
  name: string | null
  value: unknown
  /** The value is a text alone. */
  isTextOnly?: boolean
  /** Saves the field alone; a value of null removes it. */
  onSave: (name: string, value: unknown) => Promise<void>
  onClose: () => void
}

/** Changes one field in its place. */
export function FieldForm({ name, value, isTextOnly, onSave, onClose }: FieldFormProps) {
  const [written, setWritten] = useState(name ?? '')
  const [draft, setDraft] = useState(() => draftOf(value))
  const [isBusy, setBusy] = useState(false)
  const [errorMessage, setErrorMessage] = useState<string | null>(null)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const read = readDraft(draft)
    if (written === '') return setErrorMessage(t.values.errors.name)
    if ('error' in read) return setErrorMessage(t.values.errors[read.error])
    setBusy(true)
    try {
      await onSave(written, read.value)
      onClose()
    } catch (error) {
      setErrorMessage(describeError(error).message)
      setBusy(false)
    }
  }
  return (
    <form
      onSubmit={(event) => void submit(event)}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
      className="flex flex-col gap-2"
    >
      {name === null && (
        <Input
          aria-label={t.values.name}
          placeholder={t.values.name}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          value={written}
          onChange={(event) => setWritten(event.target.value)}
        />
      )}
      <ValueInput
        name={written || t.values.name}
        draft={draft}
        autoFocus={name !== null}
        onChange={setDraft}
        {...(isTextOnly ? { isTextOnly } : {})}
      />
      {errorMessage !== null && (
        <p role="alert" className="text-small text-bad">
          {errorMessage}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={isBusy}>
          {t.common.save}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {t.common.cancel}
        </Button>
      </div>
    </form>
  )
}
