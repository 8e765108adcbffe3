import { getRouteApi } from '@tanstack/react-router'
import { t } from '../../messages/index.js'
import { ListFilterBar } from '../../shared/named-list/list-filter-bar.js'
import { templateFilters } from './filters.js'
import { MESSAGE_TYPES } from './template-value.js'

const { sorts, read, isFiltered } = templateFilters
const TYPES = [
  { value: '', label: t.templates.anyType },
  ...MESSAGE_TYPES.map((value) => ({ value, label: t.templates.types[value] })),
]
const SORTS = sorts.map((value) => ({ value, label: t.templates.sorts[value] }))

const route = getRouteApi('/p/$projectId/templates')

/** The filters and the order of the list of templates. */
export function TemplateFilterBar() {
  const filters = route.useSearch()
  const { type = '', sort = sorts[0] } = filters
  return (
    <ListFilterBar
      filters={filters}
      read={read}
      isFiltered={isFiltered(filters)}
      search={t.templates.search}
      choices={[
        { name: 'type', label: t.templates.type, options: TYPES, value: type },
        { name: 'sort', label: t.templates.sort, options: SORTS, value: sort },
      ]}
    />
  )
}
