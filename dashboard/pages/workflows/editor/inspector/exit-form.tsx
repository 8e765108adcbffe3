import { Field } from '../../../../ui/field.js'
import { Input } from '../../../../ui/input.js'
import { stepWords } from './step-words.js'
import { textIn, unlessEmpty, type StepFormProps } from './step-form.js'

/** Why the execution ends here. */
export function ExitForm({ step: { config }, faults, configure }: StepFormProps) {
  return (
    <Field label={stepWords.exit.reason} hint={stepWords.exit.reasonHint} fault={faults.at('config.reason')}>
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
