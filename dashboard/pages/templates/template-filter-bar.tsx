import { t } from '../../messages/index.js'
import { SearchField } from '../../shared/search-field.js'
import { Button } from '../../ui/button.js'
import { Field } from '../../ui/field.js'
import { Select } from '../../ui/input.js'
import { isFiltered, readTemplateFilters, TEMPLATE_SORTS, type TemplateFilters } from './filters.js'
import { MESSAGE_TYPES } from './template-value.js'

const TYPES = [
  { value: '', label: t.templates.anyType },
  ...MESSAGE_TYPES.map((value) => ({ value, label: t.templates.types[value] })),
]
const SORTS = TEMPLATE_SORTS.map((value) => ({ value, label: t.templates.sorts[value] }))

interface TemplateFilterBarProps {
  filters: TemplateFilters
  onChange: (filters: TemplateFilters) => void
}

/** The filters and the order of the list of templates. */
export function TemplateFilterBar({ filters, onChange }: TemplateFilterBarProps) {
  const change = (part: Record<string, string>): void =>
    onChange(readTemplateFilters({ ...filters, page: undefined, ...part }))
  return (
    <div role="search" className="mb-4 flex flex-wrap items-end gap-3">
      <SearchField label={t.templates.search} value={filters.q ?? ''} onChange={(q) => change({ q })} />
      <div className="w-56">
        <Field label={t.templates.type}>
          {(ids) => (
            <Select
              {...ids}
              options={TYPES}
              value={filters.type ?? ''}
              onChange={(event) => change({ type: event.target.value })}
            />
          )}
        </Field>
      </div>
      <div className="w-44">
        <Field label={t.templates.sort}>
          {(ids) => (
            <Select
              {...ids}
              options={SORTS}
              value={filters.sort ?? 'updatedAt-desc'}
              onChange={(event) => change({ sort: event.target.value })}
            />
          )}
        </Field>
      </div>
      {isFiltered(filters) && (
        <Button look="quiet" onClick={() => onChange({ sort: filters.sort })}>
          {t.common.clearFilters}
        </Button>
      )}
    </div>
  )
}
