import { Checkbox } from '../../../../ui/checkbox.js'
import { Field } from '../../../../ui/field.js'
import { Input } from '../../../../ui/input.js'
import { stepWords } from './step-words.js'
import type { StepFormProps } from './step-form.js'
import { ZoneField } from './zone-field.js'

interface WindowParts {
  days?: number[]
  from?: string
  to?: string
  timezone?: string
}

/** The hours of a week in which an execution may go on. */
export function WindowFields({ step: { config }, faults, configure }: StepFormProps) {
  const window = (config['window'] ?? {}) as WindowParts
  const change = (part: WindowParts, typing?: string): void => {
    const next = Object.entries({ ...window, ...part }).filter(([, value]) => value !== undefined && value !== '')
    configure({ window: Object.fromEntries(next) }, { typing })
  }
  const time = (field: 'from' | 'to', label: string, hint?: string) => (
    <Field label={label} hint={hint} fault={faults.at(`config.window.${field}`)}>
      {(ids) => (
        <Input
          {...ids}
          autoComplete="off"
          placeholder="09:00"
          value={window[field] ?? ''}
          onChange={({ target }) => change({ [field]: target.value }, field)}
        />
      )}
    </Field>
  )
  return (
    <>
      <Days days={window.days ?? []} fault={faults.at('config.window.days')} onChange={(days) => change({ days })} />
      <div className="grid grid-cols-2 gap-2">
        {time('from', stepWords.delay.from)}
        {time('to', stepWords.delay.to, stepWords.delay.toHint)}
      </div>
      <ZoneField
        label={stepWords.delay.timezone}
        hint={stepWords.delay.windowZone}
        fault={faults.at('config.window.timezone')}
        value={window.timezone ?? ''}
        onChange={(timezone) => change({ timezone }, 'window zone')}
      />
    </>
  )
}

interface DaysProps {
  days: readonly number[]
  fault: string | undefined
  onChange: (days: number[] | undefined) => void
}

function Days({ days, fault, onChange }: DaysProps) {
  const toggle = (day: number, isOn: boolean): void => {
    const next = isOn ? [...days, day].sort((a, b) => a - b) : days.filter((one) => one !== day)
    // The API refuses an empty list of days, but accepts a window without one.
    onChange(next.length === 0 ? undefined : next)
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium">{stepWords.delay.days}</legend>
      <div className="grid grid-cols-2 gap-x-2">
        {stepWords.delay.dayNames.map((name, index) => (
          <Checkbox
            key={name}
            label={name}
            checked={days.includes(index + 1)}
            onChange={({ target }) => toggle(index + 1, target.checked)}
          />
        ))}
      </div>
      {fault && <p className="text-small text-bad">{fault}</p>}
    </fieldset>
  )
}
