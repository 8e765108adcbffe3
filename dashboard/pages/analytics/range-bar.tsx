import { useState, type FormEvent } from 'react'
import { Link } from '@tanstack/react-router'
import { t } from '../../messages/index.js'
import { Button } from '../../ui/button.js'
import { Field } from '../../ui/field.js'
import { Input } from '../../ui/input.js'
import { SEGMENT, SEGMENTS } from '../../ui/segmented.js'
import { errorOf, MOST_DAYS, USUAL_RANGES, type Range, type RangeSearch } from './range.js'

interface RangeBarProps {
  search: RangeSearch
  range: Range
  onChange: (search: RangeSearch) => void
}

/** The range of days: a preset or a custom one. */
export function RangeBar({ search, range, onChange }: RangeBarProps) {
  const isOwn = search.from !== undefined
  const current = isOwn ? null : (search.days ?? 30)
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3">
      <nav aria-label={t.analytics.range} className={SEGMENTS}>
        {USUAL_RANGES.map((days) => (
          <Link
            key={days}
            to="."
            search={(shown) => ({ ...shown, days, from: undefined, to: undefined })}
            replace
            aria-current={days === current ? 'true' : undefined}
            className={SEGMENT}
          >
            {t.analytics.days(days)}
          </Link>
        ))}
      </nav>
      <OwnRange key={`${range.startDate} ${range.endDate}`} range={range} onChange={onChange} />
    </div>
  )
}

function OwnRange({ range, onChange }: { range: Range; onChange: (search: RangeSearch) => void }) {
  const [typed, setTyped] = useState(range)
  const isFilled = typed.startDate !== '' && typed.endDate !== ''
  const error = isFilled ? errorOf(typed) : null
  const isChanged = typed.startDate !== range.startDate || typed.endDate !== range.endDate
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isFilled && error === null) onChange({ from: typed.startDate, to: typed.endDate })
  }
  const errorTexts = { backwards: t.analytics.backwards, tooLong: t.analytics.tooLong(MOST_DAYS) }
  return (
    <form onSubmit={submit} aria-label={t.analytics.ownRange} className="flex flex-wrap items-center gap-2">
      <Day
        label={t.analytics.from}
        value={typed.startDate}
        onChange={(startDate) => setTyped({ ...typed, startDate })}
      />
      <Day label={t.analytics.to} value={typed.endDate} onChange={(endDate) => setTyped({ ...typed, endDate })} />
      <Button type="submit" disabled={!isChanged || !isFilled || error !== null}>
        {t.analytics.show}
      </Button>
      {error && (
        <p role="alert" className="w-full text-small text-bad">
          {errorTexts[error]}
        </p>
      )}
    </form>
  )
}

function Day({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <Field label={label} isInline>
      {(ids) => <Input {...ids} type="date" value={value} onChange={({ target }) => onChange(target.value)} />}
    </Field>
  )
}
