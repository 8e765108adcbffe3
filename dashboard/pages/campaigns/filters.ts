import { CAMPAIGN_STATUSES, type CampaignStatus } from './campaign.js'

/** The orders of the list of campaigns. */
export const CAMPAIGN_SORTS = ['createdAt-desc', 'updatedAt-desc', 'name-asc'] as const
export type CampaignSort = (typeof CAMPAIGN_SORTS)[number]

/** What the list of campaigns shows, as its address holds it; `isNew` opens the dialog for a new one. */
export interface CampaignFilters {
  q?: string | undefined
  status?: CampaignStatus | undefined
  sort?: CampaignSort | undefined
  page?: number | undefined
  isNew?: true | undefined
}

const PAGE_SIZE = 25

/** Reads the filters from an address that anybody may have written. */
export function readCampaignFilters({ q, status, sort, page, isNew }: Record<string, unknown>): CampaignFilters {
  return {
    q: typeof q === 'string' && q !== '' ? q : undefined,
    status: CAMPAIGN_STATUSES.find((one) => one === status),
    sort: CAMPAIGN_SORTS.find((one) => one === sort),
    page: typeof page === 'number' && Number.isSafeInteger(page) && page > 1 ? page : undefined,
    isNew: isNew === true ? true : undefined,
  }
}

/** Whether anything is left out of the list. */
export function isFiltered({ q, status }: CampaignFilters): boolean {
  return q !== undefined || status !== undefined
}

/** The query of the API for these filters. */
export function campaignQuery({ q, status, sort = 'createdAt-desc', page = 1 }: CampaignFilters) {
  const [field, dir] = sort.split('-') as ['createdAt' | 'updatedAt' | 'name', 'asc' | 'desc']
  return {
    page,
    pageSize: PAGE_SIZE,
    sort: field,
    dir,
    ...(q === undefined ? {} : { search: q }),
    ...(status === undefined ? {} : { status }),
  }
}
