import { TemplatePicker } from '../../../../shared/template-picker.js'
import { Field } from '../../../../ui/field.js'
import { Input, Select } from '../../../../ui/input.js'
import { TextLink } from '../../../../ui/link.js'
import { useEditorContext } from '../editor-context.js'
import { words } from '../words.js'
import { textIn, unlessEmpty, type StepFormProps } from './step-form.js'

type RecipientType = 'CONTACT' | 'CUSTOM'

const RECIPIENTS: readonly { value: RecipientType; label: string }[] = [
  { value: 'CONTACT', label: words.email.toContact },
  { value: 'CUSTOM', label: words.email.toOther },
]

/** Which template goes to whom, and what replaces its subject and sender. */
export function SendEmailForm({ step, faults, configure }: StepFormProps) {
  const { workflow } = useEditorContext()
  const { config, templateId } = step
  const override = (field: 'subject' | 'from', label: string, hint: string) => (
    <Field label={label} hint={hint} fault={faults.at(`config.${field}`)}>
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
        label={words.email.template}
        fault={faults.at('config.templateId') ?? faults.at('templateId')}
        value={templateId}
        onChange={(chosen) => configure({}, { templateId: chosen })}
      />
      {templateId !== null && (
        <TextLink to="/p/$projectId/templates/$templateId" params={{ projectId: workflow.projectId, templateId }}>
          {words.email.edit}
        </TextLink>
      )}
      <Recipient step={step} faults={faults} configure={configure} />
      <h3 className="font-medium text-muted">{words.email.overrides}</h3>
      {override('subject', words.email.subject, words.email.subjectHint)}
      {override('from', words.email.from, words.email.fromHint)}
    </>
  )
}

function Recipient({ step: { config }, faults, configure }: StepFormProps) {
  const { type = 'CONTACT', customEmail = '' } = (config['recipient'] ?? {}) as { type?: string; customEmail?: string }
  return (
    <>
      <Field label={words.email.recipient}>
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
          label={words.email.address}
          hint={words.email.addressHint}
          fault={faults.at('config.recipient.customEmail')}
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
