import { useState } from 'react'
import { DELAY_UNITS_MS, type DelayUnit } from '../../../../../models/domain/delay.js'
import type { ConditionTree } from '../../../../../models/domain/conditions/tree.js'
import { ConditionBuilder } from '../../../../shared/condition-builder/condition-builder.js'
import { EventNameField } from '../../../../shared/event-name-field.js'
import { Field } from '../../../../ui/field.js'
import { Select } from '../../../../ui/input.js'
import { useEditorContext } from '../editor-context.js'
import { stepText } from './step-text.js'
import { NumberField } from './number-field.js'
import { textIn, unlessEmpty, type StepFormProps } from './step-form.js'
import { limitOf, secondsOf, type WaitLimit } from './wait-parts.js'

const UNITS = Object.keys(DELAY_UNITS_MS) as DelayUnit[]
const NO_LIMIT = 'none'
const UNIT_OPTIONS = [
  { value: NO_LIMIT, label: stepText.wait.noLimit },
  ...UNITS.map((value) => ({ value: value as string, label: stepText.wait.units[value] })),
]
const USUAL_AMOUNT = 3

/** Which event ends the wait, and for how long it lasts without one. */
export function WaitForm({ step: { config }, errors, configure }: StepFormProps) {
  const { revision } = useEditorContext()
  const eventName = textIn(config, 'eventName')
  return (
    <>
      <EventNameField
        label={stepText.wait.eventName}
        hint={stepText.wait.eventHint}
        error={errors.at('config.eventName')}
        value={eventName}
        onChange={(name) => configure({ eventName: unlessEmpty(name) }, { typing: 'event' })}
      />
      <Limit
        key={revision}
        seconds={typeof config['timeout'] === 'number' ? config['timeout'] : null}
        error={errors.at('config.timeout')}
        onChange={(timeout) => configure({ timeout }, { typing: 'timeout' })}
      />
      <ConditionBuilder
        label={stepText.wait.filter}
        scope="wait"
        eventName={eventName}
        emptyText={stepText.wait.noFilter}
        value={(config['filter'] ?? null) as ConditionTree | null}
        errors={errors.under('config.filter')}
        onChange={(filter) => configure({ filter: filter ?? undefined }, { typing: 'filter' })}
      />
    </>
  )
}

interface LimitProps {
  seconds: number | null
  error: string | undefined
  onChange: (seconds: number | undefined) => void
}

function Limit({ seconds, error, onChange }: LimitProps) {
  // The unit stays as it was chosen: 48 hours do not become 2 days while one types.
  const [unit, setUnit] = useState<DelayUnit | null>(seconds === null ? null : limitOf(seconds).unit)
  const change = (limit: WaitLimit): void => {
    setUnit(limit.unit)
    onChange(secondsOf(limit))
  }
  const amount = seconds === null || unit === null ? undefined : (seconds * 1_000) / DELAY_UNITS_MS[unit]
  return (
    <div className="grid grid-cols-2 gap-2">
      <Field label={stepText.wait.limit}>
        {(ids) => (
          <Select
            {...ids}
            options={UNIT_OPTIONS}
            value={seconds === null ? NO_LIMIT : (unit ?? NO_LIMIT)}
            onChange={({ target: { value } }) =>
              value === NO_LIMIT
                ? onChange(undefined)
                : change({ amount: amount ?? USUAL_AMOUNT, unit: value as DelayUnit })
            }
          />
        )}
      </Field>
      {seconds !== null && unit !== null && (
        <NumberField
          label={stepText.wait.amount}
          error={error}
          value={amount}
          onChange={(value) => value !== undefined && value > 0 && change({ amount: value, unit })}
        />
      )}
    </div>
  )
}
