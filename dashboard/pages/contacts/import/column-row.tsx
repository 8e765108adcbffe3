import type { FieldType } from '../../../../models/domain/fields.js'
import { t } from '../../../messages/index.js'
import { Input, Select } from '../../../ui/input.js'
import { shortValue } from '../short-value.js'
import type { ColumnTarget } from './column-plan.js'

interface ColumnRowProps {
  name: string
  position: number
  /** The type over the whole file; null until it is known. */
  type: FieldType | null
  examples: readonly string[]
  target: ColumnTarget
  fields: readonly string[]
  onChange: (target: ColumnTarget) => void
}

/** One column of the file: its name, examples of its cells, and its meaning. */
export function ColumnRow({ name, position, type, examples, target, fields, onChange }: ColumnRowProps) {
  const shown = name || t.imports.noName(position)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-1 py-2 wide:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="min-w-0">
        <p className="font-medium break-words">
          {shown} {type !== null && <span className="font-normal text-muted">{t.imports.types[type]}</span>}
        </p>
        <p className="truncate text-small text-muted">{examples.map(shortValue).join(' · ')}</p>
      </div>
      <TargetFields name={name} shown={shown} target={target} fields={fields} onChange={onChange} />
    </li>
  )
}

type TargetFieldsProps = Pick<ColumnRowProps, 'name' | 'target' | 'fields' | 'onChange'> & { shown: string }

function TargetFields({ name, shown, target, fields, onChange }: TargetFieldsProps) {
  // A column without a name cannot be named to the API.
  if (name === '') return <p className="self-center text-muted">{t.imports.targets.none}</p>
  const isNew = target !== null && target.startsWith('data.') && !fields.includes(target)
  const choose = (value: string): void => {
    if (value === 'new') onChange(`data.${name}`)
    else onChange(value === 'none' ? null : (value as ColumnTarget))
  }
  return (
    <div className="flex min-w-0 flex-wrap gap-2">
      <div className="min-w-40 flex-1">
        <Select
          aria-label={t.imports.becomesOf(shown)}
          options={optionsOf(fields)}
          value={isNew ? 'new' : (target ?? 'none')}
          onChange={(event) => choose(event.target.value)}
        />
      </div>
      {isNew && (
        <div className="min-w-32 flex-1">
          <Input
            aria-label={t.imports.fieldOf(shown)}
            autoComplete="off"
            spellCheck={false}
            value={target.slice('data.'.length)}
            onChange={(event) => onChange(`data.${event.target.value}`)}
          />
        </div>
      )}
    </div>
  )
}

function optionsOf(fields: readonly string[]): { value: string; label: string }[] {
  const { email, subscribed, unsubscribed, none } = t.imports.targets
  return [
    { value: 'email', label: email },
    { value: 'subscribed', label: subscribed },
    { value: 'unsubscribed', label: unsubscribed },
    { value: 'new', label: t.imports.targets.new },
    { value: 'none', label: none },
    ...fields.map((field) => ({ value: field, label: field.slice('data.'.length) })),
  ]
}
