import { useId } from 'react'
import { isTimeZone } from '../../../../models/domain/time-zone.js'
import { LOCALE, t } from '../../../messages/index.js'
import { Field } from '../../../ui/field.js'
import { Input } from '../../../ui/input.js'

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

/** The time zone of a project, found by a part of its name; beneath it the time that it is there. */
export function ZoneField({
  value,
  error,
  onChange,
}: {
  value: string
  error: string | undefined
  onChange: (value: string) => void
}) {
  const id = useId()
  return (
    <Field label={t.settings.timezone} hint={hintOf(value)} error={error}>
      {(ids) => (
        <>
          <Input
            {...ids}
            name="timezone"
            list={id}
            required
            autoComplete="off"
            spellCheck={false}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
          <datalist id={id}>
            {ZONES.map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}

function hintOf(zone: string): string {
  if (!isTimeZone(zone)) return t.settings.timezoneHint
  const clock = new Intl.DateTimeFormat(LOCALE, { timeStyle: 'short', timeZone: zone })
  return `${t.settings.timeThere(clock.format(new Date()))} ${t.settings.timezoneHint}`
}
