import { listFilters } from '../../shared/named-list/list-filters.js'
import { MESSAGE_TYPES } from './template-value.js'

/** The filters and the orders of the list of templates. */
export const templateFilters = listFilters({
  choice: 'type',
  values: MESSAGE_TYPES,
  sorts: ['updatedAt-desc', 'createdAt-desc', 'name-asc'],
  pageSize: 25,
})
