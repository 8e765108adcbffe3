import { t } from '../messages/index.js'
import { Field } from '../ui/field.js'
import { Input } from '../ui/input.js'

/** The first and the last day of what a list shows, each as `YYYY-MM-DD`. */
export interface DaySpan {
  from?: string | undefined
  to?: string | undefined
}

/** The fields for a span of days, both ends of which may stay open. */
export function DayFields({ span: { from, to }, onChange }: { span: DaySpan; onChange: (span: DaySpan) => void }) {
  return (
    <>
      <Day label={t.filters.from} value={from} max={to} onChange={(day) => onChange({ from: day, to })} />
      <Day label={t.filters.to} value={to} min={from} onChange={(day) => onChange({ from, to: day })} />
    </>
  )
}

interface DayProps {
  label: string
  value: string | undefined
  min?: string | undefined
  max?: string | undefined
  onChange: (day: string | undefined) => void
}

function Day({ label, value = '', min, max, onChange }: DayProps) {
  return (
    <Field label={label} isInline>
      {(ids) => (
        <Input
          {...ids}
          type="date"
          value={value}
          min={min}
          max={max}
          onChange={({ target }) => onChange(target.value || undefined)}
        />
      )}
    </Field>
  )
}
