import { oneOf, positive, searchOf, text, yes, type Unread } from '../search-params.js'

/** An order of a list: the field and the direction that the API is asked for. */
type Sort = 'createdAt-desc' | 'updatedAt-desc' | 'name-asc'

/** The filters and orders of a list of named records. */
interface ListRules<Choice extends string, Value extends string, Order extends Sort> {
  /** The name of the filter with few values, in the address as in the query, and these values. */
  choice: Choice
  values: readonly Value[]
  /** The first one is the order of an address that names none. */
  sorts: readonly [Order, ...Order[]]
  pageSize: number
}

/** The parameters of a list in its address; `isNew` opens the dialog for a new record. */
export interface ListFilters<Order extends Sort = Sort> extends Unread {
  q?: string | undefined
  sort?: Order | undefined
  page?: number | undefined
  /** The archived records instead of the others. */
  archived?: true | undefined
  isNew?: true | undefined
}

/** The reader of the address of a list, and the query of the API for what it says. */
export function listFilters<Choice extends string, Value extends string, Order extends Sort>({
  choice,
  values,
  sorts,
  pageSize,
}: ListRules<Choice, Value, Order>) {
  type Filters = ListFilters<Order> & { [name in Choice]?: Value | undefined }
  const chosenIn = (filters: Filters): Value | undefined => filters[choice]
  const readParams = searchOf({
    q: text,
    [choice]: oneOf(values),
    sort: oneOf(sorts),
    page: positive,
    archived: yes,
    isNew: yes,
  })
  return {
    sorts,
    /** Reads the filters from the address, which is untrusted input. */
    read: (search: Record<string, unknown>): Filters => {
      const filters = readParams(search) as Filters
      // The address of the first page names none.
      return filters.page === 1 ? { ...filters, page: undefined } : filters
    },
    /** Whether anything is left out of the list. */
    isFiltered: (filters: Filters): boolean =>
      filters.q !== undefined || filters.archived === true || chosenIn(filters) !== undefined,
    /** Whether all archived records are listed. */
    isWholeArchive: (filters: Filters): boolean =>
      filters.archived === true && filters.q === undefined && chosenIn(filters) === undefined,
    /** The list as its page is selected from: another order or page begins without a selection. */
    key: ({ isNew: _isNew, unread: _unread, ...filters }: Filters): string => JSON.stringify(filters),
    /** The query of the API for these filters. */
    query: (filters: Filters) => {
      const { q, sort = sorts[0], page = 1, archived } = filters
      const [field, dir] = sort.split('-') as [FieldOf<Order>, 'asc' | 'desc']
      const chosen = chosenIn(filters)
      return {
        page,
        pageSize,
        sort: field,
        dir,
        ...(q === undefined ? {} : { search: q }),
        ...(archived ? { archived } : {}),
        ...((chosen === undefined ? {} : { [choice]: chosen }) as { [name in Choice]?: Value }),
      }
    },
  }
}

type FieldOf<Order> = Order extends `${infer Field}-${string}` ? Field : never
