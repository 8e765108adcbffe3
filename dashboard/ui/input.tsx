import type { ComponentProps } from 'react'
import { join } from './join.js'

const CONTROL =
  'h-8 w-full min-w-0 rounded-control border border-control bg-surface px-2 text-ink aria-invalid:border-bad'

/** A field for one line of text. */
export function Input(props: ComponentProps<'input'>) {
  return <input {...props} className={join(CONTROL, props.className)} />
}

type SelectProps = Omit<ComponentProps<'select'>, 'children'> & { options: readonly { value: string; label: string }[] }

/** A choice from few values, as the browser draws it. */
export function Select({ options, ...rest }: SelectProps) {
  return (
    <select {...rest} className={join(CONTROL, 'pr-1', rest.className)}>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
