import { t } from '../../../../messages/index.js'
import { Field } from '../../../../ui/field.js'
import { TextArea } from '../../../../ui/text-area.js'
import { readObject } from '../../../../shared/json-text.js'

interface JsonFieldProps {
  label: string
  hint: string
  value: string
  onChange: (text: string) => void
  error?: string | undefined
}

/** An object that is written as JSON; an empty text is an empty object. */
export function JsonField({ label, hint, value, onChange, error }: JsonFieldProps) {
  const own = readObject(value) === null ? t.contacts.badObject : undefined
  return (
    <Field label={label} hint={hint} error={own ?? error}>
      {(ids) => (
        <TextArea
          {...ids}
          rows={5}
          spellCheck={false}
          placeholder="{ }"
          className="font-mono text-mono"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
