import { t } from '../../messages/index.js'
import { Field } from '../../ui/field.js'
import { Input } from '../../ui/input.js'
import { RadioCards } from '../../ui/radio-cards.js'
import { CronInput } from './cron-input.js'
import { EventInput } from './event-input.js'
import { NEW_TRIGGERS, type WorkflowForm } from './new-workflow.js'

const MAX_NAME_LENGTH = 255

/** The fields of a new workflow: its name, and what starts it. */
export function NewWorkflowFields({
  form,
  name,
  timezone,
  errors,
  onChange,
}: {
  form: WorkflowForm
  /** The name as it is shown: the typed one, or that of the starter. */
  name: string
  timezone: string
  errors: Readonly<Record<string, string>>
  onChange: (form: WorkflowForm) => void
}) {
  const options = NEW_TRIGGERS.map((value) => ({
    value,
    label: t.workflows.newTriggers[value],
    hint: t.workflows.newTriggerHints[value],
  }))
  return (
    <>
      <Field label={t.workflows.name} error={errors['name']}>
        {(ids) => (
          <Input
            {...ids}
            name="name"
            required
            autoFocus
            maxLength={MAX_NAME_LENGTH}
            autoComplete="off"
            value={name}
            onChange={({ target }) => onChange({ ...form, name: target.value })}
          />
        )}
      </Field>
      {form.starter === null && (
        <RadioCards
          label={t.workflows.startedBy}
          options={options}
          value={form.trigger}
          onChange={(trigger) => onChange({ ...form, trigger })}
        />
      )}
      {form.trigger === 'EVENT' && (
        <EventInput
          value={form.eventName}
          error={errors['eventName']}
          onChange={(eventName) => onChange({ ...form, eventName })}
        />
      )}
      {form.trigger === 'SCHEDULE' && (
        <CronInput
          value={form.cron}
          timezone={timezone}
          error={errors['cron']}
          onChange={(cron) => onChange({ ...form, cron })}
        />
      )}
    </>
  )
}
