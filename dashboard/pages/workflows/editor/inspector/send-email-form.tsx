import { lazyPart } from '../../../../shared/lazy-part.js'
import { TemplatePicker } from '../../../../shared/template-picker.js'
import { Field } from '../../../../ui/field.js'
import { Input, Select } from '../../../../ui/input.js'
import { Skeleton } from '../../../../ui/skeleton.js'
import { stepText } from './step-text.js'
import { textIn, unlessEmpty, type StepFormProps } from './step-form.js'
import type { StepTemplateProps } from './template/step-template.js'

const StepTemplate = lazyPart<StepTemplateProps, 'StepTemplate'>(
  () => import('./template/step-template.js'),
  'StepTemplate',
  <Skeleton className="h-64 w-full" />,
)

type RecipientType = 'CONTACT' | 'CUSTOM'

const RECIPIENTS: readonly { value: RecipientType; label: string }[] = [
  { value: 'CONTACT', label: stepText.email.toContact },
  { value: 'CUSTOM', label: stepText.email.toOther },
]

/** Which template goes to whom, and what replaces its subject and sender. */
export function SendEmailForm({ step, errors, configure }: StepFormProps) {
  const { config, templateId } = step
  const override = (field: 'subject' | 'from', label: string, hint: string) => (
    <Field label={label} hint={hint} error={errors.at(`config.${field}`)}>
      {(ids) => (
        <Input
          {...ids}
          autoComplete="off"
          value={textIn(config, field)}
          onChange={({ target }) => configure({ [field]: unlessEmpty(target.value) }, { typing: field })}
        />
      )}
    </Field>
  )
  return (
    <>
      <TemplatePicker
        label={stepText.email.template}
        error={errors.at('config.templateId') ?? errors.at('templateId')}
        value={templateId}
        onChange={(chosen) => configure({}, { templateId: chosen })}
      />
      {templateId !== null && (
        <StepTemplate
          key={templateId}
          templateId={templateId}
          overrides={{ subject: textIn(config, 'subject'), from: textIn(config, 'from') }}
        />
      )}
      <Recipient step={step} errors={errors} configure={configure} />
      <h3 className="font-medium text-muted">{stepText.email.overrides}</h3>
      {override('subject', stepText.email.subject, stepText.email.subjectHint)}
      {override('from', stepText.email.from, stepText.email.fromHint)}
    </>
  )
}

function Recipient({ step: { config }, errors, configure }: StepFormProps) {
  const { type = 'CONTACT', customEmail = '' } = (config['recipient'] ?? {}) as { type?: string; customEmail?: string }
  return (
    <>
      <Field label={stepText.email.recipient}>
        {(ids) => (
          <Select
            {...ids}
            options={RECIPIENTS}
            value={type}
            onChange={({ target }) =>
              configure({ recipient: target.value === 'CUSTOM' ? { type: 'CUSTOM' } : undefined })
            }
          />
        )}
      </Field>
      {type === 'CUSTOM' && (
        <Field
          label={stepText.email.address}
          hint={stepText.email.addressHint}
          error={errors.at('config.recipient.customEmail')}
        >
          {(ids) => (
            <Input
              {...ids}
              autoComplete="off"
              value={customEmail}
              onChange={({ target: { value } }) =>
                configure(
                  { recipient: { type: 'CUSTOM', ...(value === '' ? {} : { customEmail: value }) } },
                  { typing: 'address' },
                )
              }
            />
          )}
        </Field>
      )}
    </>
  )
}
