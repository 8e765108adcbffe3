import { useNavigate } from '@tanstack/react-router'
import { t } from '../../messages/index.js'
import { Button } from '../../ui/button.js'
import { Checkbox } from '../../ui/checkbox.js'
import { Field } from '../../ui/field.js'
import { Select } from '../../ui/input.js'
import { SearchField } from '../search-field.js'
import { FilterSheet } from '../filter-sheet.js'
import type { ListFilters } from './list-filters.js'

/** A filter or an order that is chosen from few values, by its name in the address. */
interface Choice {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
  value: string
}

interface ListFilterBarProps<Filters extends ListFilters> {
  filters: Filters
  read: (address: Record<string, unknown>) => Filters
  isFiltered: boolean
  search: string
  choices: readonly Choice[]
}

/** The search in a list, its filters and its order, which the address holds. */
export function ListFilterBar<Filters extends ListFilters>({
  filters,
  read,
  isFiltered,
  search,
  choices,
}: ListFilterBarProps<Filters>) {
  const navigate = useNavigate()
  // Another filter begins at its first page.
  const change = (part: Record<string, string | true | undefined>): void =>
    void navigate({ to: '.', search: read(Object.assign({}, filters, { page: undefined }, part)), replace: true })
  const changed = choices.filter(({ value, options }) => value !== options[0]?.value)
  const fields = choices.map(({ name, label, options, value }) => (
    <Field key={name} label={label} isInline>
      {(ids) => (
        <Select {...ids} options={options} value={value} onChange={(event) => change({ [name]: event.target.value })} />
      )}
    </Field>
  ))
  return (
    <div role="search" className="mb-4 flex flex-wrap items-center gap-3">
      <SearchField label={search} value={filters.q ?? ''} onChange={(q) => change({ q })} />
      <FilterSheet count={changed.length + (filters.archived === true ? 1 : 0)}>
        {fields}
        <Checkbox
          label={t.archive.archived}
          checked={filters.archived === true}
          onChange={({ target }) => change({ archived: target.checked || undefined })}
        />
      </FilterSheet>
      {isFiltered && (
        <Button variant="quiet" onClick={() => void navigate({ to: '.', search: { sort: filters.sort } })}>
          {t.common.clearFilters}
        </Button>
      )}
    </div>
  )
}
