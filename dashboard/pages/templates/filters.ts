import { MESSAGE_TYPES, type MessageType } from './template-value.js'

/** The orders of the list of templates. */
export const TEMPLATE_SORTS = ['updatedAt-desc', 'createdAt-desc', 'name-asc'] as const
type TemplateSort = (typeof TEMPLATE_SORTS)[number]

/** What the list of templates shows, as its address holds it; `isNew` opens the dialog for a new one. */
export interface TemplateFilters {
  q?: string | undefined
  type?: MessageType | undefined
  sort?: TemplateSort | undefined
  page?: number | undefined
  isNew?: true | undefined
}

const PAGE_SIZE = 25

/** Reads the filters from an address that anybody may have written. */
export function readTemplateFilters({ q, type, sort, page, isNew }: Record<string, unknown>): TemplateFilters {
  return {
    q: typeof q === 'string' && q !== '' ? q : undefined,
    type: MESSAGE_TYPES.find((one) => one === type),
    sort: TEMPLATE_SORTS.find((one) => one === sort),
    page: typeof page === 'number' && Number.isSafeInteger(page) && page > 1 ? page : undefined,
    isNew: isNew === true ? true : undefined,
  }
}

/** Whether anything is left out of the list. */
export function isFiltered({ q, type }: TemplateFilters): boolean {
  return q !== undefined || type !== undefined
}

/** The query of the API for these filters. */
export function templateQuery({ q, type, sort = 'updatedAt-desc', page = 1 }: TemplateFilters) {
  const [field, dir] = sort.split('-') as ['createdAt' | 'updatedAt' | 'name', 'asc' | 'desc']
  return {
    page,
    pageSize: PAGE_SIZE,
    sort: field,
    dir,
    ...(q === undefined ? {} : { search: q }),
    ...(type === undefined ? {} : { type }),
  }
}
