import { useCallback } from 'react'
import { MAX_VALUE_LENGTH, type Filter } from '../../../models/domain/conditions/tree.js'
import { t } from '../../messages/index.js'
import { Combobox } from '../../ui/combobox.js'
import { useBuilder } from './builder-context.js'
import { useValueSuggestions } from './use-value-suggestions.js'

interface TextValueProps {
  filter: Filter
  isInvalid: boolean
  onChange: (value: unknown) => void
}

/** A text to compare with; the values that contacts have are suggested. */
export function TextValue({ filter: { field, value }, isInvalid, onChange }: TextValueProps) {
  const { isDisabled } = useBuilder()
  const suggest = useValueSuggestions(field)
  const load = useCallback(
    async (search: string) => {
      const values = await suggest(search)
      return values.flatMap((one) => (typeof one === 'string' ? [{ value: one, label: one }] : []))
    },
    [suggest],
  )
  return (
    <Combobox
      label={t.conditions.value}
      isLabelHidden
      part="value"
      isFree
      load={load}
      maxLength={MAX_VALUE_LENGTH}
      isDisabled={isDisabled}
      error={isInvalid ? t.conditions.value : undefined}
      value={typeof value === 'string' ? value : ''}
      onChange={onChange}
    />
  )
}
