import { t } from '../messages/index.js'
import { Field } from '../ui/field.js'
import { Input, Select } from '../ui/input.js'
import { RadioCards } from '../ui/radio-cards.js'
import { useDateTime, type TypedMoment } from './use-date-time.js'
import { browserZone, offsetAt, readingsOf, wallTimeAt, zonesFrom } from './zones.js'

interface DateTimeFieldProps {
  label: string
  /** The moment in ISO 8601; null while there is none, or while what is typed is none yet. */
  value: string | null
  /** The zone in which it is typed at first: that of the project. */
  zone: string
  onChange: (at: string | null) => void
  error?: string | undefined
}

/**
 * A moment as a date, a time and the zone of both. It says what the moment is in the zones of the project and of the
 * browser and in UTC, and asks about a time that a change of the clocks skips or shows twice.
 */
export function DateTimeField({ label, value, zone, onChange, error }: DateTimeFieldProps) {
  const { typed, change, choose } = useDateTime(value, zone, onChange)
  const zones = zonesFrom(zone, browserZone())
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="sr-only">{label}</legend>
      <div className="grid gap-3 wide:grid-cols-[10rem_8rem_minmax(0,1fr)]">
        <Field label={t.dates.date} error={error}>
          {(ids) => (
            <Input {...ids} type="date" value={typed.date} onChange={({ target }) => change({ date: target.value })} />
          )}
        </Field>
        <Field label={t.dates.time}>
          {(ids) => (
            <Input {...ids} type="time" value={typed.time} onChange={({ target }) => change({ time: target.value })} />
          )}
        </Field>
        <Field label={t.dates.zone}>
          {(ids) => (
            <Select
              {...ids}
              value={typed.zone}
              options={zones.map((name) => ({ value: name, label: name }))}
              onChange={({ target }) => change({ zone: target.value })}
            />
          )}
        </Field>
      </div>
      <ClockChange typed={typed} onChoose={choose} />
      {typed.at !== null && <Readings at={typed.at} zones={[typed.zone, zone, browserZone()]} />}
    </fieldset>
  )
}

/** The question which moment a time means that comes twice, or never. */
function ClockChange({ typed, onChoose }: { typed: TypedMoment; onChoose: (at: string) => void }) {
  const { reading, zone, time, at } = typed
  if (reading.kind !== 'twice' && reading.kind !== 'skipped') return null
  const options = reading.moments.map((moment) => ({
    value: moment,
    label: t.dates.choice(wallTimeAt(moment, zone).time, offsetAt(moment, zone)),
  }))
  return <RadioCards label={t.dates[reading.kind](time, zone)} options={options} value={at} onChange={onChoose} />
}

/** A moment as the clocks of several zones show it. */
export function Readings({ at, zones }: { at: string; zones: readonly string[] }) {
  return (
    <ul aria-label={t.dates.readings} className="text-small text-muted">
      {readingsOf(at, ...zones).map(({ zone, text }) => (
        <li key={zone} className="break-words">
          <span className="tabular-nums">{text}</span> <span className="break-all">{zone}</span>
        </li>
      ))}
    </ul>
  )
}
