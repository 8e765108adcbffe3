import { EMAIL_STATUSES } from '../../../models/domain/email-status.js'
import { t } from '../../messages/index.js'
import { SearchField } from '../../shared/search-field.js'
import { Badge } from '../../ui/badge.js'
import { Button } from '../../ui/button.js'
import { Field } from '../../ui/field.js'
import { Select } from '../../ui/input.js'
import { isFiltered, readEmailFilters, type EmailFilters } from './filters.js'

const STATUSES = [
  { value: '', label: t.emails.anyStatus },
  ...EMAIL_STATUSES.map((value) => ({ value, label: t.emails.statuses[value] })),
]

/** The filters of the list of emails. */
export function EmailFilterBar({
  filters,
  onChange,
}: {
  filters: EmailFilters
  onChange: (filters: EmailFilters) => void
}) {
  const change = (part: Record<string, string>): void => onChange(readEmailFilters({ ...filters, ...part }))
  return (
    <div role="search" className="mb-4 flex flex-wrap items-end gap-3">
      <div className="w-44">
        <Field label={t.emails.filterStatus}>
          {(ids) => (
            <Select
              {...ids}
              options={STATUSES}
              value={filters.status ?? ''}
              onChange={(event) => change({ status: event.target.value })}
            />
          )}
        </Field>
      </div>
      <SearchField label={t.emails.filterTo} value={filters.to ?? ''} onChange={(to) => change({ to })} />
      {filters.contactId !== undefined && <Badge label={t.emails.ofContact} />}
      {isFiltered(filters) && (
        <Button look="quiet" onClick={() => onChange({})}>
          {t.common.clearFilters}
        </Button>
      )}
    </div>
  )
}
