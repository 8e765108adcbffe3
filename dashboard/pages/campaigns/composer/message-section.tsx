import { t } from '../../../messages/index.js'
import { useDeveloperDetails } from '../../../session/developer-details.js'
import { Field } from '../../../ui/field.js'
import { Input } from '../../../ui/input.js'
import { RadioCards } from '../../../ui/radio-cards.js'
import type { SectionProps } from './audience-section.js'
import { missingFields, type CampaignFields } from './draft.js'
import { Section } from './section.js'
import { SubjectInput } from '../../../shared/content-editor/subject-input.js'
import { SenderField } from '../../../shared/sender-field/sender-field.js'

const TYPES = (['MARKETING', 'TRANSACTIONAL', 'HEADLESS'] as const).map((value) => ({
  value,
  label: t.campaigns.types[value],
  hint: t.campaigns.typeHints[value],
}))

type TextField = 'name' | 'subject' | 'fromName' | 'replyTo'

const HINTS: Partial<Record<TextField, string>> = {
  name: t.campaigns.nameHint,
  subject: t.campaigns.subjectHint,
  fromName: t.campaigns.fromNameHint,
  replyTo: t.campaigns.replyToHint,
}

/** The sender, the subject and the type of the message. */
export function MessageSection({ value, onChange, state, errors }: SectionProps) {
  const areDetailsShown = useDeveloperDetails()
  const hintOf = (field: TextField): string | undefined =>
    field === 'subject' && !areDetailsShown ? undefined : HINTS[field]
  const text = (field: Exclude<TextField, 'subject'>, type = 'text') => (
    <Field label={t.campaigns.fields[field]} hint={hintOf(field)} error={errors[field] ?? errorOf(field, value)}>
      {(ids) => (
        <Input
          {...ids}
          type={type}
          autoComplete="off"
          value={value[field]}
          onChange={({ target }) => onChange({ [field]: target.value })}
        />
      )}
    </Field>
  )
  return (
    <Section name="message" state={state}>
      <div className="grid gap-4 wide:grid-cols-2">
        {text('name')}
        <Field
          label={t.campaigns.fields.subject}
          hint={hintOf('subject')}
          error={errors['subject'] ?? errorOf('subject', value)}
        >
          {(ids) => <SubjectInput ids={ids} value={value.subject} onChange={(subject) => onChange({ subject })} />}
        </Field>
        <SenderField
          value={value.from}
          onChange={(from) => onChange({ from })}
          error={errors['from'] ?? errorOf('from', value)}
        />
        {text('fromName')}
        {text('replyTo', 'email')}
      </div>
      <RadioCards label={t.campaigns.type} options={TYPES} value={value.type} onChange={(type) => onChange({ type })} />
    </Section>
  )
}

function errorOf(field: TextField | 'from', value: CampaignFields): string | undefined {
  if (!missingFields(value).includes(field)) return undefined
  return value[field].trim() === '' ? t.campaigns.required : t.campaigns.notAnAddress
}
