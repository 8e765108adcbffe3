import { Checkbox } from '../../../../ui/checkbox.js'
import { Field } from '../../../../ui/field.js'
import { Input } from '../../../../ui/input.js'
import { stepText } from './step-text.js'
import type { StepFormProps } from './step-form.js'
import { ZoneField } from './zone-field.js'

interface WindowParts {
  days?: number[]
  from?: string
  to?: string
  timezone?: string
}

/** The hours of a week in which an execution may go on. */
export function WindowFields({ step: { config }, errors, configure }: StepFormProps) {
  const window = (config['window'] ?? {}) as WindowParts
  const change = (part: WindowParts, typing?: string): void => {
    const next = Object.entries({ ...window, ...part }).filter(([, value]) => value !== undefined && value !== '')
    configure({ window: Object.fromEntries(next) }, { typing })
  }
  const time = (field: 'from' | 'to', label: string, hint?: string) => (
    <Field label={label} hint={hint} error={errors.at(`config.window.${field}`)}>
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
      <Days days={window.days ?? []} error={errors.at('config.window.days')} onChange={(days) => change({ days })} />
      <div className="grid grid-cols-2 gap-2">
        {time('from', stepText.delay.from)}
        {time('to', stepText.delay.to, stepText.delay.toHint)}
      </div>
      <ZoneField
        label={stepText.delay.timezone}
        hint={stepText.delay.windowZone}
        error={errors.at('config.window.timezone')}
        value={window.timezone ?? ''}
        onChange={(timezone) => change({ timezone }, 'window zone')}
      />
    </>
  )
}

interface DaysProps {
  days: readonly number[]
  error: string | undefined
  onChange: (days: number[] | undefined) => void
}

function Days({ days, error, onChange }: DaysProps) {
  const toggle = (day: number, isOn: boolean): void => {
    const next = isOn ? [...days, day].sort((a, b) => a - b) : days.filter((one) => one !== day)
    // The API refuses an empty list of days, but accepts a window without one.
    onChange(next.length === 0 ? undefined : next)
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium">{stepText.delay.days}</legend>
      <div className="grid grid-cols-2 gap-x-2">
        {stepText.delay.dayNames.map((name, index) => (
          <Checkbox
            key={name}
            label={name}
            checked={days.includes(index + 1)}
            onChange={({ target }) => toggle(index + 1, target.checked)}
          />
        ))}
      </div>
      {error && <p className="text-small text-bad">{error}</p>}
    </fieldset>
  )
}
