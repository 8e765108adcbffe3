import { DELAY_UNITS_MS, type DelayUnit } from '../../../../../models/domain/delay.js'
import { useProject } from '../../../../session/project.js'
import { Field } from '../../../../ui/field.js'
import { Input, Select } from '../../../../ui/input.js'
import { stepWords } from './step-words.js'
import { GoesOn } from './delay-goes-on.js'
import { DELAY_FORMS, delayFormOf, emptyDelay, type DelayForm as Form } from './delay-parts.js'
import { NumberField } from './number-field.js'
import { textIn, unlessEmpty, type StepFormProps } from './step-form.js'
import { WindowFields } from './window-fields.js'
import { ZoneField } from './zone-field.js'

const FORM_OPTIONS = DELAY_FORMS.map((value) => ({ value, label: stepWords.delay.forms[value] }))
const UNITS = Object.keys(DELAY_UNITS_MS) as DelayUnit[]
const UNIT_OPTIONS = UNITS.map((value) => ({ value, label: stepWords.delay.units[value] }))
const EMPTY = { amount: undefined, unit: undefined, timezone: undefined, until: undefined, window: undefined }

/** The duration of a DELAY: a time, a date, or the hours of a week. */
export function DelayForm(props: StepFormProps) {
  const { step, faults, configure } = props
  const { timezone: zone } = useProject()
  const { config } = step
  const form = delayFormOf(config)
  return (
    <>
      <Field label={stepWords.delay.form}>
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
        <Field label={stepWords.delay.until} hint={stepWords.delay.untilHint} fault={faults.at('config.until')}>
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

function AmountFields({ step: { config }, faults, configure, zone }: StepFormProps & { zone: string }) {
  const { amount } = config
  return (
    <>
      <div className="grid grid-cols-2 gap-2">
        <NumberField
          label={stepWords.delay.amount}
          fault={faults.at('config.amount')}
          value={typeof amount === 'number' ? amount : undefined}
          onChange={(value) => configure({ amount: value, unit: config['unit'] ?? 'days' }, { typing: 'amount' })}
        />
        <Field label={stepWords.delay.unit} fault={faults.at('config.unit')}>
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
        label={stepWords.delay.timezone}
        hint={stepWords.delay.ofProject(zone)}
        fault={faults.at('config.timezone')}
        value={textIn(config, 'timezone')}
        onChange={(value) => configure({ timezone: unlessEmpty(value) }, { typing: 'timezone' })}
      />
    </>
  )
}
