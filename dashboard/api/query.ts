import { infiniteQueryOptions, keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError } from './api-error.js'
import { call, type Answer, type CallOptions, type Endpoint, type Input } from './client.js'
import { noteWait } from './waiting.js'
import { startAfter, type PageStart } from './page-start.js'
import { searchOn, type SearchedPage } from './search-on.js'

const MAX_RETRIES = 2
const MAX_WAIT_MS = 60_000
// The pages that a list keeps. The page farthest from the reader is dropped, and read again when the reader comes back.
const MAX_PAGES = 10

/** The cache of answers. Its keys begin with the id of the project, so that two projects never share an answer. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: mayRetry, retryDelay: waitMs, staleTime: 5_000 },
    // Without a connection a write fails. The library would otherwise send it on its own once the connection is back.
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Reads are retried after a failure of the network, of the database or of a rate limit; writes are never retried. */
export function mayRetry(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiError) || failures >= MAX_RETRIES) return false
  if (error.status === 429) return (error.retryAfterMs ?? 0) <= MAX_WAIT_MS
  return error.status === 0 || error.status === 503
}

/** The delay before a read is retried: as long as the answer says. The page shows a wait for a rate limit. */
export function waitMs(failures: number, error: unknown): number {
  const asked = error instanceof ApiError ? error.retryAfterMs : undefined
  const wait = Math.min(asked ?? 1_000 * 2 ** failures, MAX_WAIT_MS)
  if (error instanceof ApiError && error.status === 429) noteWait(Date.now() + wait)
  return wait
}

/** The query of a reading endpoint. */
export function read<E extends Endpoint & `GET ${string}`>(endpoint: E, input: Input<E>) {
  return queryOptions({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  })
}

/** The endpoints that answer a page and the cursor of the next one. */
export type ListEndpoint = {
  [E in Endpoint]: E extends `GET ${string}`
    ? Answer<E> extends { data: unknown[]; cursor: string | null; hasMore: boolean }
      ? E
      : never
    : never
}[Endpoint]

/** The query of an endless list, as `pagesAround` reads it. */
export function readPages<E extends ListEndpoint>(endpoint: E, input: Input<E>) {
  return pagesAround(keyOf(endpoint, input), (cursor, options) => {
    const query = { ...input.query, ...(cursor === null ? {} : { cursor }) }
    return call(endpoint, { ...input, query }, options)
  })
}

/** The search endpoints: they answer pages as a list does, for a filter that is too long for an address. */
export type SearchEndpoint = {
  [E in Endpoint]: E extends `POST ${string}`
    ? Answer<E> extends { data: unknown[]; cursor: string | null; hasMore: boolean }
      ? E
      : never
    : never
}[Endpoint]

/** The query of an endless search, as `readPages` is that of a list. */
export function searchPages<E extends SearchEndpoint>(endpoint: E, input: Input<E>) {
  return pagesAround(keyOf(endpoint, input), (cursor, options) => {
    const body = { ...input.body, ...(cursor === null ? {} : { cursor }) }
    return call(endpoint, { ...input, body }, options)
  })
}

/**
 * The query of an endless list by how a page is read: the pages around the reader in their order, and the rows of the
 * last filter until the next ones come. Every page has the total of the first one.
 */
export function pagesAround<Page extends SearchedPage>(
  key: readonly unknown[],
  loadAt: (cursor: string | null, options: CallOptions) => Promise<Page>,
) {
  const queryKey = [...key, 'pages']
  const load = async ({ cursor, total, totalIsCapped }: PageStart, signal?: AbortSignal): Promise<Page> => {
    const page = await searchOn((at) => loadAt(at, signal ? { signal } : {}), cursor)
    if (total === undefined) return page
    return { ...page, total, ...(totalIsCapped === undefined ? {} : { totalIsCapped }) }
  }
  const showFrom = async (start: PageStart): Promise<void> => {
    await queryClient.cancelQueries({ queryKey })
    const page = await load(start)
    const next = startAfter(page, start)
    // The view may reach beyond the first of them.
    const pages = next ? [page, await load(next)] : [page]
    queryClient.setQueryData(queryKey, { pages, pageParams: next ? [start, next] : [start] })
  }
  const noTotal = { total: undefined, totalIsCapped: undefined }
  const first: PageStart = { cursor: null, offset: 0, ...noTotal, before: null, showFrom }
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ signal, pageParam }) => load(pageParam, signal),
    initialPageParam: first,
    getNextPageParam: (last, _pages, start) => startAfter(last, start),
    getPreviousPageParam: (_first, _pages, start) => start.before,
    maxPages: MAX_PAGES,
    placeholderData: keepPreviousData,
  })
}

function keyOf(endpoint: Endpoint, input: object): readonly unknown[] {
  const { projectId = null, ...rest } = input as { projectId?: string }
  return [projectId, endpoint, rest]
}
