import { t } from '../../messages/index.js'
import { EventNameField } from '../../shared/event-name-field.js'
import { Field } from '../../ui/field.js'
import { Input } from '../../ui/input.js'
import { RadioCards } from '../../ui/radio-cards.js'
import { CronInput } from './cron-input.js'
import { NEW_TRIGGERS, type WorkflowForm } from './new-workflow.js'

const MAX_NAME_LENGTH = 255

/** The fields of a new workflow: its name, and what starts it. */
export function NewWorkflowFields({
  form,
  timezone,
  faults,
  onChange,
}: {
  form: WorkflowForm
  timezone: string
  faults: Readonly<Record<string, string>>
  onChange: (form: WorkflowForm) => void
}) {
  const options = NEW_TRIGGERS.map((value) => ({
    value,
    label: t.workflows.newTriggers[value],
    hint: t.workflows.newTriggerHints[value],
  }))
  return (
    <>
      <Field label={t.workflows.name} fault={faults['name']}>
        {(ids) => (
          <Input
            {...ids}
            name="name"
            required
            autoFocus
            maxLength={MAX_NAME_LENGTH}
            autoComplete="off"
            value={form.name}
            onChange={({ target }) => onChange({ ...form, name: target.value })}
          />
        )}
      </Field>
      <RadioCards
        label={t.workflows.startedBy}
        options={options}
        value={form.trigger}
        onChange={(trigger) => onChange({ ...form, trigger })}
      />
      {form.trigger === 'EVENT' && (
        <>
          <EventNameField
            label={t.workflows.eventName}
            hint={t.workflows.eventHint}
            value={form.eventName}
            fault={faults['eventName']}
            onChange={(eventName) => onChange({ ...form, eventName })}
          />
          <input type="hidden" name="eventName" value={form.eventName} />
        </>
      )}
      {form.trigger === 'SCHEDULE' && (
        <CronInput
          value={form.cron}
          timezone={timezone}
          fault={faults['cron']}
          onChange={(cron) => onChange({ ...form, cron })}
        />
      )}
    </>
  )
}
