import { t } from '../../messages/index.js'
import { SearchField } from '../../shared/search-field.js'
import { Button } from '../../ui/button.js'
import { Field } from '../../ui/field.js'
import { Select } from '../../ui/input.js'
import { CONTACT_SORTS, isFiltered, readContactFilters, type ContactFilters } from './filters.js'

const STATUSES = [
  { value: '', label: t.contacts.anyStatus },
  { value: 'subscribed', label: t.contacts.subscribed },
  { value: 'unsubscribed', label: t.contacts.unsubscribed },
]
const SORTS = CONTACT_SORTS.map((value) => ({ value, label: t.contacts.sorts[value] }))

/** The filters and the order of the list of contacts. */
export function ContactFilterBar({
  filters,
  onChange,
}: {
  filters: ContactFilters
  onChange: (filters: ContactFilters) => void
}) {
  const change = (part: Record<string, string>): void => onChange(readContactFilters({ ...filters, ...part }))
  const select = (name: 'status' | 'sort', label: string, options: typeof SORTS | typeof STATUSES, value: string) => (
    <div className="w-40">
      <Field label={label}>
        {(ids) => (
          <Select
            {...ids}
            options={options}
            value={value}
            onChange={(event) => change({ [name]: event.target.value })}
          />
        )}
      </Field>
    </div>
  )
  return (
    <div role="search" className="mb-4 flex flex-wrap items-end gap-3">
      <SearchField label={t.contacts.search} value={filters.q ?? ''} onChange={(q) => change({ q })} />
      {select('status', t.contacts.status, STATUSES, filters.status ?? '')}
      {select('sort', t.contacts.sort, SORTS, filters.sort ?? 'createdAt-desc')}
      {isFiltered(filters) && (
        <Button look="quiet" onClick={() => onChange({ sort: filters.sort })}>
          {t.common.clearFilters}
        </Button>
      )}
    </div>
  )
}
