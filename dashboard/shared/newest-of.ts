import { queryClient } from '../api/query.js'

/**
 * The newest answer of a query. One that an action has put into the cache is there at once, while the component around
 * still has the one before it.
 */
export function newestOf<T>(query: { queryKey: readonly unknown[] }, given: T): T {
  return queryClient.getQueryData<T>(query.queryKey) ?? given
}
