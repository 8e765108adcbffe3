import { Field } from '../../../../ui/field.js'
import { Input } from '../../../../ui/input.js'
import { words } from '../words.js'
import { textIn, unlessEmpty, type StepFormProps } from './step-form.js'

/** Why the execution ends here. */
export function ExitForm({ step: { config }, faults, configure }: StepFormProps) {
  return (
    <Field label={words.exit.reason} hint={words.exit.reasonHint} fault={faults.at('config.reason')}>
      {(ids) => (
        <Input
          {...ids}
          autoComplete="off"
          maxLength={1_000}
          value={textIn(config, 'reason')}
          onChange={({ target }) => configure({ reason: unlessEmpty(target.value) }, { typing: 'reason' })}
        />
      )}
    </Field>
  )
}
