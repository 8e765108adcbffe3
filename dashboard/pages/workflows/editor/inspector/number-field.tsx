import { useState } from 'react'
import { Field } from '../../../../ui/field.js'
import { Input } from '../../../../ui/input.js'

interface NumberFieldProps {
  label: string
  hint?: string | undefined
  error?: string | undefined
  value: number | undefined
  placeholder?: string | undefined
  /** Undefined where the field is empty or holds no number. */
  onChange: (value: number | undefined) => void
}

/** A field for a number, which keeps what is typed while it is none yet, such as `1.`. */
export function NumberField({ label, hint, error, value, placeholder, onChange }: NumberFieldProps) {
  const [text, setText] = useState(value === undefined ? '' : String(value))
  // An undo, or another choice, changes the value from outside.
  const shown = numberOf(text) === value ? text : value === undefined ? '' : String(value)
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <Input
          {...ids}
          inputMode="decimal"
          autoComplete="off"
          placeholder={placeholder}
          value={shown}
          onChange={({ target }) => {
            setText(target.value)
            onChange(numberOf(target.value))
          }}
        />
      )}
    </Field>
  )
}

function numberOf(text: string): number | undefined {
  const number = Number(text.trim().replace(',', '.'))
  return text.trim() === '' || !Number.isFinite(number) ? undefined : number
}
