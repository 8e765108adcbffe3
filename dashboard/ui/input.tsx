import type { ComponentProps } from 'react'
import { ChevronDown } from 'lucide-react'
import { join } from './join.js'

const CONTROL =
  'h-8 w-full min-w-0 rounded-control border border-control bg-surface px-2 text-ink aria-invalid:border-bad'

/** The arrow of a control that opens a list. */
export const CHEVRON = 'pointer-events-none absolute inset-y-0 right-2 my-auto text-muted'

/** A field for one line of text. */
export function Input(props: ComponentProps<'input'>) {
  return <input {...props} className={join(CONTROL, props.className)} />
}

type SelectProps = Omit<ComponentProps<'select'>, 'children'> & { options: readonly { value: string; label: string }[] }

/** A choice from few values, in the browser's own list. It looks as a combobox does. */
export function Select({ options, ...rest }: SelectProps) {
  return (
    <span className="relative block h-8 min-w-0">
      <select {...rest} className={join(CONTROL, 'appearance-none truncate pr-8', rest.className)}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden size={16} className={CHEVRON} />
    </span>
  )
}
