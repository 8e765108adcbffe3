import { join } from './join.js'

interface SegmentedProps<T extends string> {
  /** The name of the choice, for screen readers. */
  label: string
  options: readonly { value: T; label: string }[]
  value: T
  onChange: (value: T) => void
}

/** The classes of links that are a choice from a few short words, and of the row that holds them. */
export const SEGMENTS =
  'flex h-8 w-fit max-w-full overflow-x-auto rounded-control bg-raised p-0.5 ring-1 ring-line ring-inset'
export const SEGMENT =
  'inline-flex h-7 items-center rounded-[5px] px-2.5 whitespace-nowrap text-muted hover:text-ink aria-[current]:bg-surface aria-[current]:font-medium aria-[current]:text-ink aria-[current]:shadow-control'

/** A choice from a few short words, all of them in sight. */
export function Segmented<T extends string>({ label, options, value, onChange }: SegmentedProps<T>) {
  return (
    <div role="group" aria-label={label} className={SEGMENTS}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={join(
            'h-7 rounded-[5px] px-2.5 whitespace-nowrap',
            option.value === value ? 'bg-surface font-medium text-ink shadow-control' : 'text-muted hover:text-ink',
          )}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
