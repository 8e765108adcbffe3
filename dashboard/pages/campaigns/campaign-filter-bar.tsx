import { getRouteApi } from '@tanstack/react-router'
import { t } from '../../messages/index.js'
import { SearchField } from '../../shared/search-field.js'
import { Button } from '../../ui/button.js'
import { Field } from '../../ui/field.js'
import { Select } from '../../ui/input.js'
import { CAMPAIGN_SORTS, isFiltered, readCampaignFilters } from './filters.js'

const SORTS = CAMPAIGN_SORTS.map((value) => ({ value, label: t.campaigns.sorts[value] }))

const route = getRouteApi('/p/$projectId/campaigns')

/** The search in the list of campaigns, and its order. */
export function CampaignFilterBar() {
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  // Another filter begins at its first page.
  const change = (part: Record<string, string>): void =>
    void navigate({ search: readCampaignFilters({ ...filters, page: undefined, ...part }), replace: true })
  return (
    <div role="search" className="mb-4 flex flex-wrap items-end gap-3">
      <SearchField label={t.campaigns.search} value={filters.q ?? ''} onChange={(q) => change({ q })} />
      <div className="w-44">
        <Field label={t.campaigns.sort}>
          {(ids) => (
            <Select
              {...ids}
              options={SORTS}
              value={filters.sort ?? 'createdAt-desc'}
              onChange={(event) => change({ sort: event.target.value })}
            />
          )}
        </Field>
      </div>
      {isFiltered(filters) && (
        <Button look="quiet" onClick={() => void navigate({ search: { sort: filters.sort } })}>
          {t.common.clearFilters}
        </Button>
      )}
    </div>
  )
}
