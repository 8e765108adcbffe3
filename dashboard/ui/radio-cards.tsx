import { useId, type ReactNode } from 'react'
import { join } from './join.js'

interface RadioCardsProps<T extends string> {
  /** The name of the choice. */
  label: string
  options: readonly {
    value: T
    label: string
    /** The language of the label, where it is not that of the dashboard. */
    lang?: string
    hint?: ReactNode
    isDisabled?: boolean
  }[]
  value: T | null
  onChange: (value: T) => void
  /** The cards stand two in a row, and not all in one. */
  isInRows?: boolean
}

/** A choice from few values, each with a word on what it means. */
export function RadioCards<T extends string>({
  label,
  options,
  value,
  onChange,
  isInRows = false,
}: RadioCardsProps<T>) {
  const id = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium">{label}</legend>
      <div className={join('grid gap-2', isInRows ? 'wide:grid-cols-2' : 'wide:grid-flow-col wide:auto-cols-fr')}>
        {options.map((option) => (
          <label
            key={option.value}
            className="flex items-start gap-2 rounded-panel border border-edge bg-surface p-3 has-checked:border-accent has-checked:outline-1 has-checked:outline-accent has-disabled:opacity-60"
          >
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
              disabled={option.isDisabled}
              onChange={() => onChange(option.value)}
              className="m-0.5 size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0">
              <span lang={option.lang} className="block font-medium">
                {option.label}
              </span>
              {option.hint && <span className="block text-small text-muted">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
