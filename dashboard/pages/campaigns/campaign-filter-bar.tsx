import { getRouteApi } from '@tanstack/react-router'
import { t } from '../../messages/index.js'
import { ListFilterBar } from '../../shared/named-list/list-filter-bar.js'
import { campaignFilters } from './filters.js'

const { sorts, read, isFiltered } = campaignFilters
const SORTS = sorts.map((value) => ({ value, label: t.campaigns.sorts[value] }))

const route = getRouteApi('/p/$projectId/campaigns')

/** The search in the list of campaigns, and its order. */
export function CampaignFilterBar() {
  const filters = route.useSearch()
  const { sort: value = sorts[0] } = filters
  return (
    <ListFilterBar
      filters={filters}
      read={read}
      isFiltered={isFiltered(filters)}
      search={t.campaigns.search}
      choices={[{ name: 'sort', label: t.campaigns.sort, options: SORTS, value }]}
    />
  )
}
