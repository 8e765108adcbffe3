import { useId, type ComponentProps } from 'react'
import { join } from './join.js'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'id'> & {
  label: string
  hint?: string
  /** Some of what it stands for is chosen. */
  isPartial?: boolean
  /** The label is read out alone, as in the rows of a table. */
  isLabelHidden?: boolean
}

/** A box to tick, with its label. */
export function Checkbox({ label, hint, isPartial = false, isLabelHidden, ...rest }: CheckboxProps) {
  const id = useId()
  return (
    <div className={join('flex items-start gap-2', rest.className)}>
      <input
        {...rest}
        id={id}
        type="checkbox"
        ref={(box) => {
          if (box) box.indeterminate = isPartial
        }}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="m-1 size-4 shrink-0 accent-accent"
      />
      <div className={join('min-w-0 pt-0.5', isLabelHidden && 'sr-only')}>
        <label htmlFor={id}>{label}</label>
        {hint && (
          <p id={`${id}-hint`} className="text-small text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
