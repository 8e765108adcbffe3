import { useCallback } from 'react'
import { X } from 'lucide-react'
import { MAX_LIST_VALUES, MAX_VALUE_LENGTH, type Filter } from '../../../models/domain/conditions/tree.js'
import { t } from '../../messages/index.js'
import { Combobox } from '../../ui/combobox.js'
import type { ComboboxOption } from '../../ui/combobox-options.js'
import { useBuilder } from './builder-context.js'
import { listItemOf } from './list-item.js'
import { useValueSuggestions } from './use-value-suggestions.js'
import type { ValueType } from './value-type.js'
import { valueText } from './filter-text.js'

interface ListValueProps {
  filter: Filter
  type: ValueType
  isInvalid: boolean
  onChange: (value: unknown[]) => void
}

/** Several values, each a token that can be taken out; the values that contacts have are suggested. */
export function ListValue({ filter, type, isInvalid, onChange }: ListValueProps) {
  const { isDisabled } = useBuilder()
  const items: unknown[] = Array.isArray(filter.value) ? filter.value : []
  const suggest = useValueSuggestions(filter.field)
  const load = useCallback(async (search: string) => withFree(search, type, await suggest(search)), [suggest, type])
  const add = (written: string): void => {
    if (!items.some((item) => JSON.stringify(item) === written)) onChange([...items, JSON.parse(written)])
  }
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1">
      {items.length > 0 && (
        <ul className="flex min-w-0 flex-wrap gap-1">
          {items.map((item, index) => (
            <li key={JSON.stringify(item)} className="flex min-w-0 items-center rounded-control bg-raised pl-2">
              <span className="min-w-0 break-all">{valueText(item)}</span>
              <button
                type="button"
                aria-label={t.conditions.removeValue(valueText(item))}
                disabled={isDisabled}
                onClick={() => onChange(items.toSpliced(index, 1))}
                className="inline-flex size-6 items-center justify-center text-muted hover:text-ink"
              >
                <X aria-hidden size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {items.length < MAX_LIST_VALUES && (
        <Combobox
          label={t.conditions.addValue}
          isLabelHidden
          part="value"
          placeholder={t.conditions.addValue}
          maxLength={MAX_VALUE_LENGTH}
          load={load}
          isDisabled={isDisabled}
          error={isInvalid ? t.conditions.value : undefined}
          value={null}
          onChange={add}
        />
      )}
    </div>
  )
}

/** The values found, after the text itself: Enter adds what was typed. */
function withFree(search: string, type: ValueType, values: readonly unknown[]): ComboboxOption[] {
  const options = values.map((value) => ({ value: JSON.stringify(value), label: valueText(value) }))
  const free = listItemOf(search, type)
  if (free === null) return options
  const written = JSON.stringify(free)
  const own = options.find(({ value }) => value === written) ?? {
    value: written,
    label: t.conditions.addThis(valueText(free)),
  }
  return [own, ...options.filter(({ value }) => value !== written)]
}
