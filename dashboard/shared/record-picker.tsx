import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { t } from '../messages/index.js'
import { Combobox } from '../ui/combobox.js'
import type { ComboboxOption } from '../ui/combobox-options.js'
import { isMissing } from './failure.js'

const NONE = ''

/** What a field has in which one record of a kind is chosen. */
export interface PickerProps {
  label?: string
  hint?: string | undefined
  error?: string | undefined
  /** The label is inside the border, as in a row of filters. */
  isInline?: boolean
  /** The id of the record; null for none. */
  value: string | null
  onChange: (id: string | null) => void
  /** The label of the choice without a record; without it a record is required. */
  none?: string
}

interface RecordPickerProps<Found> extends PickerProps {
  label: string
  placeholder?: string
  /** The query of the chosen record, and what it is called by. */
  chosen: Omit<UseQueryOptions<Found>, 'enabled'>
  nameOf: (found: Found) => string
  /** Finds records by a text; some for an empty one. */
  find: (text: string, signal: AbortSignal) => Promise<ComboboxOption[]>
}

/** Chooses a record by typing a part of its name. The pickers of each kind of record are made from this. */
export function RecordPicker<Found>({
  value,
  onChange,
  none,
  chosen,
  nameOf,
  find,
  ...rest
}: RecordPickerProps<Found>) {
  const { data, error } = useQuery({ ...chosen, enabled: value !== null })
  const load = async (text: string, signal: AbortSignal): Promise<ComboboxOption[]> => {
    const found = await find(text, signal)
    return none === undefined || text !== '' ? found : [{ value: NONE, label: none }, ...found]
  }
  const name = isMissing(error) ? t.pickers.gone : data === undefined ? t.common.loading : nameOf(data)
  return (
    <Combobox
      {...rest}
      value={value ?? NONE}
      onChange={(id) => onChange(id === NONE ? null : id)}
      load={load}
      shownAs={value === null ? (none ?? '') : name}
    />
  )
}
