import { listFilters } from '../../shared/named-list/list-filters.js'
import { CAMPAIGN_STATUSES } from './campaign.js'

/** The filters and the orders of the list of campaigns. */
export const campaignFilters = listFilters({
  choice: 'status',
  values: CAMPAIGN_STATUSES,
  sorts: ['createdAt-desc', 'updatedAt-desc', 'name-asc'],
  pageSize: 25,
})
