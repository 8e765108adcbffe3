import { t } from '../../messages/index.js'
import { EventNameField } from '../../shared/event-name-field.js'

/** The event that starts a new workflow. The hidden field gives the form the name by which the API reports an error. */
export function EventInput({
  value,
  error,
  onChange,
}: {
  value: string
  error: string | undefined
  onChange: (value: string) => void
}) {
  return (
    <>
      <EventNameField
        label={t.workflows.eventName}
        hint={t.workflows.eventHint}
        value={value}
        error={error}
        onChange={onChange}
      />
      <input type="hidden" name="eventName" value={value} />
    </>
  )
}
