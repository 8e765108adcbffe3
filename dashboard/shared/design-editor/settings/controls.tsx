import { useId } from 'react'
import { X } from 'lucide-react'
import { ALIGNMENTS, type Alignment } from '../../../../models/domain/design/design.js'
import { t } from '../../../messages/index.js'
import { IconButton } from '../../../ui/button.js'
import { Field } from '../../../ui/field.js'
import { Input } from '../../../ui/input.js'
import { Segmented } from '../../../ui/segmented.js'

const ALIGNS = ALIGNMENTS.map((value) => ({ value, label: t.designEditor.alignments[value] }))

interface AlignFieldProps {
  value: Alignment
  onChange: (align: Alignment) => void
}

/** The side to which a block is aligned. */
export function AlignField({ value, onChange }: AlignFieldProps) {
  return (
    <Row label={t.designEditor.align}>
      <Segmented label={t.designEditor.align} options={ALIGNS} value={value} onChange={onChange} />
    </Row>
  )
}

/** A name beside a control that has its own label for screen readers. */
export function Row({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <span className="font-medium">{label}</span>
      {children}
    </div>
  )
}

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

interface ColorFieldProps {
  label: string
  /** Undefined while the colour comes from elsewhere, as `inherited` then says. */
  value: string | undefined
  inherited?: string
  onChange: (color: string | undefined) => void
}

const COLOR = /^#[\da-f]{6}$/i

/** A colour, chosen or written as `#rrggbb`. */
export function ColorField({ label, value, inherited = '', onChange }: ColorFieldProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="min-w-0 flex-1">
        {label}
      </label>
      <input
        type="color"
        aria-label={t.designEditor.pickColor(label)}
        value={value ?? (inherited || '#ffffff')}
        onChange={({ target }) => onChange(target.value)}
        className="h-8 w-9 shrink-0 rounded-control border border-control bg-surface p-0.5"
      />
      <div className="relative w-28 shrink-0">
        <Input
          id={id}
          key={value}
          className="font-mono"
          autoComplete="off"
          spellCheck={false}
          maxLength={7}
          placeholder={inherited}
          defaultValue={value ?? ''}
          onChange={({ target }) => COLOR.test(target.value) && onChange(target.value.toLowerCase())}
          onBlur={({ target }) => {
            if (!COLOR.test(target.value)) target.value = value ?? ''
          }}
        />
        {value !== undefined && (
          <IconButton
            icon={X}
            label={t.designEditor.resetColor(label)}
            className="absolute! top-1 right-1 size-6"
            onClick={() => onChange(undefined)}
          />
        )}
      </div>
    </div>
  )
}
