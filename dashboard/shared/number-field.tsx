import { Field } from '../ui/field.js'
import { Input } from '../ui/input.js'

interface NumberFieldProps {
  label: string
  value: number | undefined
  min: number
  max: number
  /** Shown while there is no number. */
  placeholder?: string
  /** Undefined where the field was emptied, which only a field with a placeholder can be. */
  onChange: (value: number | undefined) => void
}

/** A whole number within limits. One outside of them is kept as it was. */
export function NumberField({ label, value, min, max, placeholder, onChange }: NumberFieldProps) {
  return (
    <Field label={label}>
      {(ids) => (
        <Input
          {...ids}
          type="number"
          min={min}
          max={max}
          step={1}
          placeholder={placeholder}
          defaultValue={value ?? ''}
          key={value}
          onBlur={({ target }) => {
            const next = target.value === '' ? undefined : Math.round(Number(target.value))
            if (next === undefined && placeholder === undefined) target.value = String(value ?? '')
            else if (next !== value) onChange(next === undefined ? undefined : Math.min(max, Math.max(min, next)))
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur()
          }}
        />
      )}
    </Field>
  )
}
