import { join } from './join.js'

interface SwitchProps {
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
  isDisabled?: boolean
  /** The label is read out alone, as in the rows of a table. */
  isLabelHidden?: boolean
}

/** Something that is on or off, and changes at once. */
export function Switch({ label, isOn, onChange, isDisabled, isLabelHidden }: SwitchProps) {
  return (
    <label className="inline-flex min-h-6 items-center gap-2">
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        disabled={isDisabled}
        onClick={() => onChange(!isOn)}
        className="group inline-flex h-6 w-10 shrink-0 items-center rounded-full border border-control bg-raised px-0.5 disabled:opacity-60 aria-checked:border-transparent aria-checked:bg-accent"
      >
        <span className="size-4 rounded-full bg-control group-aria-checked:translate-x-4.5 group-aria-checked:bg-on-accent" />
      </button>
      <span className={join(isLabelHidden && 'sr-only')}>{label}</span>
    </label>
  )
}
