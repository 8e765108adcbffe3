import { Switch as Radix } from 'radix-ui'
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
      <Radix.Root
        checked={isOn}
        onCheckedChange={onChange}
        disabled={isDisabled}
        className="inline-flex h-6 w-10 shrink-0 items-center rounded-full border border-control bg-raised px-0.5 disabled:opacity-60 data-[state=checked]:border-transparent data-[state=checked]:bg-accent"
      >
        <Radix.Thumb className="size-4 rounded-full bg-control data-[state=checked]:translate-x-4.5 data-[state=checked]:bg-on-accent" />
      </Radix.Root>
      <span className={join(isLabelHidden && 'sr-only')}>{label}</span>
    </label>
  )
}
