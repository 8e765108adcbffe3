import { ChevronRight } from 'lucide-react'
import { t } from '../../messages/index.js'
import { SenderField } from '../../shared/sender-field/sender-field.js'
import { Field } from '../../ui/field.js'
import { Input, Select } from '../../ui/input.js'
import { MESSAGE_TYPES, type MessageType, type TemplateValue } from './template-value.js'

const TYPES = MESSAGE_TYPES.map((value) => ({ value, label: t.templates.types[value] }))

const DETAILS = ['name', 'type', 'from', 'fromName', 'replyTo', 'description']

interface TemplateDetailsProps {
  value: TemplateValue
  /** The error of each field, by its name. */
  errors: Readonly<Record<string, string>>
  onChange: (part: Partial<TemplateValue>) => void
}

/** The name, the sender and the type of a template. */
export function TemplateDetails({ value, errors, onChange }: TemplateDetailsProps) {
  const text = (
    field: 'name' | 'fromName' | 'replyTo' | 'description',
    rest: { hint?: string; type?: string } = {},
  ) => (
    <Field label={t.templates[field]} hint={rest.hint} error={errors[field]}>
      {(ids) => (
        <Input
          {...ids}
          type={rest.type ?? 'text'}
          maxLength={field === 'description' ? 1_000 : 255}
          autoComplete="off"
          value={value[field] ?? ''}
          onChange={({ target }) => onChange({ [field]: field === 'name' ? target.value : target.value || null })}
        />
      )}
    </Field>
  )
  return (
    <details
      open={DETAILS.some((field) => errors[field] !== undefined) || undefined}
      className="group mb-4 rounded-panel border border-line bg-surface"
    >
      <summary className="flex min-h-11 items-center gap-2 px-4 py-2">
        <ChevronRight aria-hidden size={16} className="shrink-0 text-muted group-open:rotate-90" />
        <span className="font-semibold">{t.templates.details}</span>
        <span className="min-w-0 flex-1 truncate text-muted">
          {[value.from, t.templates.types[value.type]].join(' · ')}
        </span>
      </summary>
      <div className="grid gap-4 border-t border-line p-4 wide:grid-cols-2">
        {text('name', { hint: t.templates.nameHint })}
        <Field label={t.templates.type} hint={t.templates.typeHints[value.type]}>
          {(ids) => (
            <Select
              {...ids}
              options={TYPES}
              value={value.type}
              onChange={({ target }) => onChange({ type: target.value as MessageType })}
            />
          )}
        </Field>
        <SenderField value={value.from} onChange={(from) => onChange({ from })} error={errors['from']} />
        {text('fromName')}
        {text('replyTo', { type: 'email' })}
        {text('description')}
      </div>
    </details>
  )
}
