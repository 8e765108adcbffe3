import { t } from '../../messages/index.js'
import { EventNameField } from '../../shared/event-name-field.js'

/** The event that starts a new workflow. The hidden field gives the form the name by which the API reports a fault. */
export function EventInput({
  value,
  fault,
  onChange,
}: {
  value: string
  fault: string | undefined
  onChange: (value: string) => void
}) {
  return (
    <>
      <EventNameField
        label={t.workflows.eventName}
        hint={t.workflows.eventHint}
        value={value}
        fault={fault}
        onChange={onChange}
      />
      <input type="hidden" name="eventName" value={value} />
    </>
  )
}
