import { Field } from '../../../../ui/field.js'
import { Input } from '../../../../ui/input.js'
import { stepText } from './step-text.js'
import { textIn, unlessEmpty, type StepFormProps } from './step-form.js'

/** Why the execution ends here. */
export function ExitForm({ step: { config }, errors, configure }: StepFormProps) {
  return (
    <Field label={stepText.exit.reason} hint={stepText.exit.reasonHint} error={errors.at('config.reason')}>
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
