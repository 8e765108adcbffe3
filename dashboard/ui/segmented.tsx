import { join } from './join.js'

interface SegmentedProps<T extends string> {
  /** The name of the choice, for screen readers. */
  label: string
  options: readonly { value: T; label: string }[]
  value: T
  onChange: (value: T) => void
}

/** A choice from a few short words, all of them in sight. */
export function Segmented<T extends string>({ label, options, value, onChange }: SegmentedProps<T>) {
  return (
    <div role="group" aria-label={label} className="inline-flex rounded-control border border-line bg-raised p-0.5">
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={join(
            'h-7 rounded-control border px-2.5 text-small whitespace-nowrap',
            option.value === value
              ? 'border-control bg-surface font-semibold text-ink'
              : 'border-transparent text-muted hover:text-ink',
          )}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
