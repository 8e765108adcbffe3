import { useState } from 'react'
import { ArrowUp, Trash2 } from 'lucide-react'
import type { ConditionOperator } from '../../../../../models/domain/conditions/operators.js'
import { isConditionOperator, isMeasured } from '../../../../../models/domain/conditions/operators.js'
import { DELAY_UNITS_MS, type DelayUnit } from '../../../../../models/domain/delay.js'
import { t } from '../../../../messages/index.js'
import { IconButton } from '../../../../ui/button.js'
import { Field } from '../../../../ui/field.js'
import { Input, Select } from '../../../../ui/input.js'
import { stepText } from './step-text.js'
import { operatorsFor, readValue, shownValue, valueKind, type BranchDraft } from './condition-parts.js'

const UNIT_OPTIONS = (Object.keys(DELAY_UNITS_MS) as DelayUnit[]).map((value) => ({
  value,
  label: stepText.delay.units[value],
}))

interface BranchRowProps {
  branch: BranchDraft
  place: number
  field: string
  /** The type of the field, where it is known. */
  type: string | undefined
  errorAt: (part: string) => string | undefined
  onChange: (part: Partial<BranchDraft>, typing?: string) => void
  onRemove: () => void
  onMoveUp: (() => void) | undefined
}

/** One branch: its name, and the comparison that selects it. */
export function BranchRow(props: BranchRowProps) {
  const { branch, place, field, errorAt, onChange, onRemove, onMoveUp } = props
  const { name = '', operator } = branch
  const options = operatorsFor(field).map((value) => ({ value, label: t.workflowGraph.operators[value] }))
  const choose = (next: ConditionOperator): void => {
    const value = valueKind(next) === valueKind(operator) ? branch.value : undefined
    onChange({ operator: next, value, unit: isMeasured(next) ? (branch.unit ?? 'days') : undefined })
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-2 rounded-panel border border-line p-3">
      <legend className="px-1 font-medium">{stepText.condition.branch(place)}</legend>
      <div className="flex items-end gap-1">
        <div className="min-w-0 flex-1">
          <Field label={stepText.condition.name} error={errorAt('name')}>
            {(ids) => (
              <Input
                {...ids}
                autoComplete="off"
                maxLength={255}
                value={name}
                onChange={({ target }) => onChange({ name: target.value === '' ? undefined : target.value }, 'name')}
              />
            )}
          </Field>
        </div>
        {onMoveUp && <IconButton icon={ArrowUp} label={stepText.condition.moveUp(name)} onClick={onMoveUp} />}
        <IconButton icon={Trash2} label={stepText.condition.removeBranch(name)} onClick={onRemove} />
      </div>
      <Field label={stepText.condition.operator} error={errorAt('operator')}>
        {(ids) => (
          <Select
            {...ids}
            options={options}
            value={operator ?? ''}
            onChange={({ target }) => isConditionOperator(target.value) && choose(target.value)}
          />
        )}
      </Field>
      <ValueFields {...props} />
    </fieldset>
  )
}

function ValueFields({ branch, type, errorAt, onChange }: BranchRowProps) {
  const { operator, unit } = branch
  const kind = valueKind(operator)
  // A list keeps its commas and spaces while it is typed.
  const [text, setText] = useState(shownValue(branch.value))
  const isAsTyped = JSON.stringify(readValue(text, operator, type)) === JSON.stringify(branch.value)
  if (kind === 'none') return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
      <Field label={stepText.condition.value} hint={hintOf(operator, kind)} error={errorAt('value')}>
        {(ids) => (
          <Input
            {...ids}
            autoComplete="off"
            value={isAsTyped ? text : shownValue(branch.value)}
            onChange={({ target }) => {
              setText(target.value)
              onChange({ value: readValue(target.value, operator, type) }, 'value')
            }}
          />
        )}
      </Field>
      {isConditionOperator(operator) && isMeasured(operator) && (
        <Field label={stepText.condition.unit} error={errorAt('unit')}>
          {(ids) => (
            <Select
              {...ids}
              options={UNIT_OPTIONS}
              value={unit ?? 'days'}
              onChange={({ target }) => onChange({ unit: target.value as DelayUnit })}
            />
          )}
        </Field>
      )}
    </div>
  )
}

function hintOf(operator: string | undefined, kind: ReturnType<typeof valueKind>): string | undefined {
  if (operator === 'anniversary') return stepText.condition.anniversaryHint
  return kind === 'list' ? stepText.condition.listHint : undefined
}
