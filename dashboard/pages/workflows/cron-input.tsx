import { t } from '../../messages/index.js'
import { cronText } from '../../shared/trigger-text.js'
import { Field } from '../../ui/field.js'
import { Input } from '../../ui/input.js'

/** The times of a schedule as a cron expression; beneath it what they are in words. */
export function CronInput({
  value,
  timezone,
  error,
  onChange,
}: {
  value: string
  timezone: string
  error: string | undefined
  onChange: (value: string) => void
}) {
  return (
    <Field label={t.workflows.cron} hint={`${cronText(value)} (${timezone}). ${t.workflows.cronHint}`} error={error}>
      {(ids) => (
        <Input
          {...ids}
          name="cron"
          required
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
