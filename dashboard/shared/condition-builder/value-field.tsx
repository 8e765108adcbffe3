import { useState, type ComponentProps } from 'react'
import type { DelayUnit } from '../../../models/domain/delay.js'
import { DELAY_UNITS_MS } from '../../../models/domain/delay.js'
import type { Filter } from '../../../models/domain/conditions/tree.js'
import { t } from '../../messages/index.js'
import { Input, Select } from '../../ui/input.js'
import { useBuilder } from './builder-context.js'
import { ListValue } from './list-value.js'
import { NumberInput } from './number-input.js'
import { TextValue } from './text-value.js'
import { shapeOf, typeOfStandard, type ValueType } from './value-type.js'

const UNITS = (Object.keys(DELAY_UNITS_MS) as DelayUnit[]).map((value) => ({ value, label: t.conditions.units[value] }))
const ANSWERS = [
  { value: 'true', label: t.conditions.yes },
  { value: 'false', label: t.conditions.no },
]
const TYPES = (['text', 'number', 'yesNo', 'date'] as const).map((value) => ({
  value,
  label: t.conditions.types[value],
}))

interface ValueFieldProps {
  filter: Filter
  path: string
  onChange: (filter: Filter) => void
}

/** The value of a filter, entered as its operator and the type of its field ask. */
export function ValueField({ filter, path, onChange }: ValueFieldProps) {
  const { typeOf, errors, isDisabled } = useBuilder()
  const known = typeOfStandard(filter.field) ?? typeOf(filter.field)
  const [chosen, setChosen] = useState<ValueType>('unknown')
  const type = known === 'unknown' ? chosen : known
  const shape = shapeOf(filter, type)
  if (shape === 'none') return null
  const { value: _value, ...bare } = filter
  const set = (value: unknown): void => onChange(value === undefined ? bare : { ...bare, value })
  const isInvalid = [...errors.keys()].some((at) => at.startsWith(`${path}.value`))
  const isTyped = shape === 'text' || shape === 'number' || shape === 'yesNo' || shape === 'date' || shape === 'list'
  const mayChoose = known === 'unknown' && isTyped && takesAnyType(filter)
  return (
    <>
      {mayChoose && (
        <div className="w-28">
          <Select
            aria-label={t.conditions.type}
            options={TYPES}
            disabled={isDisabled}
            value={shape === 'list' ? (chosen === 'unknown' ? 'text' : chosen) : shape}
            onChange={({ target }) => {
              setChosen(target.value as ValueType)
              set(target.value === 'yesNo' && shape !== 'list' ? true : undefined)
            }}
          />
        </div>
      )}
      <div className="flex min-w-0 flex-1 basis-40 gap-2">
        <Value filter={filter} type={type} set={set} onChange={onChange} isInvalid={isInvalid} />
      </div>
    </>
  )
}

interface ValueProps {
  filter: Filter
  type: ValueType
  set: (value: unknown) => void
  onChange: (filter: Filter) => void
  isInvalid: boolean
}

function Value({ filter, type, set, onChange, isInvalid }: ValueProps) {
  const { isDisabled } = useBuilder()
  const { value, unit } = filter
  const common = {
    'aria-label': t.conditions.value,
    'aria-invalid': isInvalid || undefined,
    'data-part': 'value',
    disabled: isDisabled,
  } as const
  switch (shapeOf(filter, type)) {
    case 'list':
      return <ListValue filter={filter} type={type} isInvalid={isInvalid} onChange={set} />
    case 'duration':
      return (
        <>
          <NumberInput {...common} aria-label={t.conditions.amount} value={value} onNumber={set} />
          <Select
            aria-label={t.conditions.unit}
            disabled={isDisabled}
            options={UNITS}
            value={unit ?? 'days'}
            onChange={({ target }) => onChange({ ...filter, unit: target.value as DelayUnit })}
          />
        </>
      )
    case 'daysAhead':
      return (
        <CountValue
          {...common}
          aria-label={t.conditions.daysAhead}
          noun={t.conditions.units.days}
          placeholder="0"
          value={value}
          onNumber={set}
        />
      )
    case 'times':
      return <CountValue {...common} noun={t.conditions.times} value={value} onNumber={set} />
    case 'number':
      return <NumberInput {...common} value={value} onNumber={set} />
    case 'yesNo':
      return (
        <Select
          {...common}
          options={ANSWERS}
          value={String(value !== false)}
          onChange={({ target }) => set(target.value === 'true')}
        />
      )
    case 'date':
      return <DateValue {...common} value={value} onDate={set} />
    default:
      return <TextValue filter={filter} isInvalid={isInvalid} onChange={set} />
  }
}

function DateValue({ value, onDate, ...rest }: DateValueProps) {
  return (
    <Input
      {...rest}
      type="date"
      title={t.conditions.days}
      value={typeof value === 'string' ? value : ''}
      onChange={({ target }) => onDate(target.value === '' ? undefined : target.value)}
    />
  )
}

type DateValueProps = Omit<ComponentProps<'input'>, 'value'> & {
  value: unknown
  onDate: (value: string | undefined) => void
}

/** A number with the noun that it counts. */
function CountValue({ noun, ...input }: { noun: string } & ComponentProps<typeof NumberInput>) {
  return (
    <>
      <NumberInput {...input} />
      <span className="self-center text-muted">{noun}</span>
    </>
  )
}

/** Whether values of different types make sense with the operator, so that the author says which is meant. */
function takesAnyType({ operator }: Filter): boolean {
  return !['contains', 'notContains', 'startsWith', 'endsWith'].includes(operator)
}
