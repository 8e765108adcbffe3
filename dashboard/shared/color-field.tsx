import { useId } from 'react'
import { X } from 'lucide-react'
import { t } from '../messages/index.js'
import { IconButton } from '../ui/button.js'
import { Input } from '../ui/input.js'

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
        aria-label={t.designView.pickColor(label)}
        value={value ?? (inherited || '#ffffff')}
        onChange={({ target }) => onChange(target.value)}
        className="h-8 w-9 shrink-0 rounded-control border border-control bg-surface p-0.5"
      />
      <div className="relative w-24 shrink-0">
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
            label={t.designView.resetColor(label)}
            className="absolute! top-1 right-1 size-6"
            onClick={() => onChange(undefined)}
          />
        )}
      </div>
    </div>
  )
}
