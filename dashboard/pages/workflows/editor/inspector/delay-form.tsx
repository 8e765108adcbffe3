import { DELAY_UNITS_MS, type DelayUnit } from '../../../../../models/domain/delay.js'
import { useProject } from '../../../../session/project.js'
import { Field } from '../../../../ui/field.js'
import { Input, Select } from '../../../../ui/input.js'
import { stepText } from './step-text.js'
import { GoesOn } from './delay-goes-on.js'
import { DELAY_FORMS, delayFormOf, emptyDelay, type DelayForm as Form } from './delay-parts.js'
import { NumberField } from './number-field.js'
import { textIn, unlessEmpty, type StepFormProps } from './step-form.js'
import { WindowFields } from './window-fields.js'
import { ZoneField } from './zone-field.js'

const FORM_OPTIONS = DELAY_FORMS.map((value) => ({ value, label: stepText.delay.forms[value] }))
const UNITS = Object.keys(DELAY_UNITS_MS) as DelayUnit[]
const UNIT_OPTIONS = UNITS.map((value) => ({ value, label: stepText.delay.units[value] }))
const EMPTY = { amount: undefined, unit: undefined, timezone: undefined, until: undefined, window: undefined }

/** The duration of a DELAY: a time, a date, or the hours of a week. */
export function DelayForm(props: StepFormProps) {
  const { step, errors, configure } = props
  const { timezone: zone } = useProject()
  const { config } = step
  const form = delayFormOf(config)
  return (
    <>
      <Field label={stepText.delay.form}>
        {(ids) => (
          <Select
            {...ids}
            options={FORM_OPTIONS}
            value={form}
            onChange={({ target }) => configure({ ...EMPTY, ...emptyDelay(target.value as Form, zone) })}
          />
        )}
      </Field>
      {form === 'amount' && <AmountFields {...props} zone={zone} />}
      {form === 'until' && (
        <Field label={stepText.delay.until} hint={stepText.delay.untilHint} error={errors.at('config.until')}>
          {(ids) => (
            <Input
              {...ids}
              autoComplete="off"
              value={textIn(config, 'until')}
              onChange={({ target }) => configure({ until: target.value }, { typing: 'until' })}
            />
          )}
        </Field>
      )}
      {form === 'window' && <WindowFields {...props} />}
      <GoesOn config={config} zone={zone} />
    </>
  )
}

function AmountFields({ step: { config }, errors, configure, zone }: StepFormProps & { zone: string }) {
  const { amount } = config
  return (
    <>
      <div className="grid grid-cols-2 gap-2">
        <NumberField
          label={stepText.delay.amount}
          error={errors.at('config.amount')}
          value={typeof amount === 'number' ? amount : undefined}
          onChange={(value) => configure({ amount: value, unit: config['unit'] ?? 'days' }, { typing: 'amount' })}
        />
        <Field label={stepText.delay.unit} error={errors.at('config.unit')}>
          {(ids) => (
            <Select
              {...ids}
              options={UNIT_OPTIONS}
              value={textIn(config, 'unit') || 'days'}
              onChange={({ target }) => configure({ unit: target.value })}
            />
          )}
        </Field>
      </div>
      <ZoneField
        label={stepText.delay.timezone}
        hint={stepText.delay.ofProject(zone)}
        error={errors.at('config.timezone')}
        value={textIn(config, 'timezone')}
        onChange={(value) => configure({ timezone: unlessEmpty(value) }, { typing: 'timezone' })}
      />
    </>
  )
}
