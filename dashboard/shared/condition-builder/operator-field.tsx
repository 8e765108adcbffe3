import type { Filter } from '../../../models/domain/conditions/tree.js'
import { t } from '../../messages/index.js'
import { Select } from '../../ui/input.js'
import { join } from '../../ui/join.js'
import { useBuilder } from './builder-context.js'
import { offeredOperators, withOperator } from './value-type.js'
import { operatorText } from './filter-text.js'

// Longer words for an operator need more room.
const LONG = 18

/** The comparison of a filter, among those that fit the type of its field. */
export function OperatorField({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const { scope, isDisabled, typeOf } = useBuilder()
  const { field, operator } = filter
  const type = typeOf(field)
  const textOf = (one: Filter['operator']): string => operatorText(one, field, type)
  const options = offeredOperators(filter, type, scope).map((value) => ({ value, label: textOf(value) }))
  return (
    <div className={join('min-w-0 flex-1', textOf(operator).length > LONG ? 'basis-64' : 'basis-40')}>
      <Select
        aria-label={t.conditions.operator}
        data-part="operator"
        options={options}
        value={operator}
        disabled={isDisabled}
        onChange={({ target }) => onChange(withOperator(filter, target.value as Filter['operator'], type))}
      />
    </div>
  )
}
