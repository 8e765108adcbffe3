import { t } from '../../../messages/index.js'
import { FilterSheet } from '../../../shared/filter-sheet.js'
import { SearchField } from '../../../shared/search-field.js'
import { Button } from '../../../ui/button.js'
import { Field } from '../../../ui/field.js'
import { Select } from '../../../ui/input.js'
import { ConditionFilter } from './condition-filter.js'
import {
  CONTACT_SORTS,
  CONTACT_STATES,
  isFiltered,
  isSearch,
  readContactFilters,
  type ContactFilters,
} from './filters.js'
import { ImportFilter } from './import-filter.js'
import { SegmentFilter } from './segment-filter.js'

const STATUSES = [
  { value: '', label: t.contacts.anyStatus },
  ...CONTACT_STATES.map((value) => ({ value, label: t.contacts[value] })),
]
const SUPPRESSIONS = [
  { value: '', label: t.contacts.anySuppression },
  { value: 'true', label: t.contacts.suppressed },
  { value: 'false', label: t.contacts.notSuppressed },
]
const SUPPRESSED: Record<string, boolean> = { true: true, false: false }
const SORTS = CONTACT_SORTS.map((value) => ({ value, label: t.contacts.sorts[value] }))

type Options = readonly { value: string; label: string }[]

/** The filters and the order of the list of contacts. */
export function ContactFilterBar({
  filters,
  onChange,
}: {
  filters: ContactFilters
  onChange: (filters: ContactFilters) => void
}) {
  const change = (part: Record<string, unknown>): void => onChange(readContactFilters({ ...filters, ...part }))
  const select = (name: 'status' | 'suppressed' | 'sort', label: string, options: Options, value: string) => (
    <Field label={label} isInline>
      {(ids) => (
        <Select
          {...ids}
          options={options}
          value={value}
          onChange={({ target }) => change({ [name]: name === 'suppressed' ? SUPPRESSED[target.value] : target.value })}
        />
      )}
    </Field>
  )
  return (
    <div role="search" className="mb-4 flex flex-wrap items-center gap-3">
      <SearchField label={t.contacts.search} value={filters.q ?? ''} onChange={(q) => change({ q })} />
      <FilterSheet
        title={t.contacts.statusAndOrder}
        count={[filters.status, filters.suppressed].filter((one) => one !== undefined).length}
      >
        {select('status', t.contacts.status, STATUSES, filters.status ?? '')}
        {select('suppressed', t.contacts.suppression, SUPPRESSIONS, String(filters.suppressed ?? ''))}
        {!isSearch(filters) && select('sort', t.contacts.sort, SORTS, filters.sort ?? 'createdAt-desc')}
      </FilterSheet>
      <ConditionFilter value={filters.where ?? null} onChange={(where) => change({ where })} />
      {filters.segment !== undefined && (
        <SegmentFilter segmentId={filters.segment} onClear={() => change({ segment: undefined })} />
      )}
      {filters.import !== undefined && (
        <ImportFilter jobId={filters.import} onClear={() => change({ import: undefined })} />
      )}
      {isFiltered(filters) && (
        <Button variant="quiet" onClick={() => onChange({ sort: filters.sort })}>
          {t.common.clearFilters}
        </Button>
      )}
    </div>
  )
}
