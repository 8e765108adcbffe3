import { EMAIL_STATUSES } from '../../../models/domain/email-status.js'
import { SOURCE_TYPES } from '../../../models/domain/message-kinds.js'
import { t } from '../../messages/index.js'
import { DayFields } from '../../shared/day-fields.js'
import { FilterSheet } from '../../shared/filter-sheet.js'
import { SearchField } from '../../shared/search-field.js'
import { Button } from '../../ui/button.js'
import { Checkbox } from '../../ui/checkbox.js'
import { ChoiceMenu } from '../../ui/choice-menu.js'
import { Chips } from '../../ui/chips.js'
import { Field } from '../../ui/field.js'
import { Select } from '../../ui/input.js'
import { canTellUnsubscribed, changeFilters, isFiltered, statusesIn, type EmailFilters } from './filters.js'
import { useFilterChips } from './filter-chips.js'

const STATUSES = [{ options: EMAIL_STATUSES.map((value) => ({ value, label: t.emails.statuses[value] })) }]
const SOURCES = [
  { value: '', label: t.emails.anySource },
  ...SOURCE_TYPES.map((value) => ({ value, label: t.emails.sources[value] })),
]

interface FilterBarProps {
  filters: EmailFilters
  onChange: (filters: EmailFilters) => void
}

/** The filters of the list of emails, and those in force. */
export function EmailFilterBar({ filters, onChange }: FilterBarProps) {
  const change = (part: EmailFilters): void => onChange(changeFilters(filters, part))
  return (
    <>
      <div role="search" className="mb-4 flex flex-wrap items-center gap-3">
        <SearchField
          label={t.emails.search}
          value={filters.search ?? ''}
          onChange={(search) => change({ search: search || undefined })}
        />
        <FilterSheet
          count={
            [filters.status, filters.sourceType, filters.startDate, filters.endDate, filters.unsubscribed].filter(
              Boolean,
            ).length
          }
        >
          <ChoiceMenu
            label={t.emails.filterStatus}
            groups={STATUSES}
            chosen={statusesIn(filters.status)}
            onChange={(statuses) => change({ status: statuses.join(',') })}
          />
          <Field label={t.emails.filterSource} isInline>
            {(ids) => (
              <Select
                {...ids}
                options={SOURCES}
                value={filters.sourceType ?? ''}
                onChange={({ target }) => change({ sourceType: SOURCE_TYPES.find((one) => one === target.value) })}
              />
            )}
          </Field>
          <DayFields
            span={{ from: filters.startDate, to: filters.endDate }}
            onChange={({ from, to }) => change({ startDate: from, endDate: to })}
          />
          {canTellUnsubscribed(filters) && (
            <Checkbox
              className="min-h-8 items-center"
              label={t.emails.unsubscribed}
              checked={filters.unsubscribed ?? false}
              onChange={({ target }) => change({ unsubscribed: target.checked || undefined })}
            />
          )}
        </FilterSheet>
      </div>
      <Chips label={t.filters.chips} chips={useFilterChips(filters, change)}>
        {isFiltered(filters) && (
          <Button variant="quiet" onClick={() => onChange({})}>
            {t.common.clearFilters}
          </Button>
        )}
      </Chips>
    </>
  )
}
