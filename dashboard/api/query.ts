import { infiniteQueryOptions, keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError } from './api-error.js'
import { call, type Answer, type Endpoint, type Input } from './client.js'

const MAX_RETRIES = 2
const MAX_WAIT_MS = 60_000
// More rows than a person reads: a list asks to be filtered then.
const MAX_PAGES = 10

/** The cache of answers. Its keys begin with the id of the project, so that two projects never share an answer. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: mayRetry, retryDelay: waitMs, staleTime: 5_000 },
    mutations: { retry: false },
  },
})

/** Reads are tried again where the network, the database or a limit stood in the way; writes never by themselves. */
export function mayRetry(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiError) || failures >= MAX_RETRIES) return false
  if (error.status === 429) return (error.retryAfterMs ?? MAX_WAIT_MS) < MAX_WAIT_MS
  return error.status === 0 || error.status === 503
}

function waitMs(failures: number, error: unknown): number {
  const asked = error instanceof ApiError ? error.retryAfterMs : undefined
  return Math.min(asked ?? 1_000 * 2 ** failures, MAX_WAIT_MS)
}

/** The query of an endpoint that reads. */
export function read<E extends Endpoint & `GET ${string}`>(endpoint: E, input: Input<E>) {
  return queryOptions({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  })
}

/** The endpoints that answer a page, and the cursor of the next one. */
export type ListEndpoint = {
  [E in Endpoint]: E extends `GET ${string}`
    ? Answer<E> extends { data: unknown[]; cursor: string | null; hasMore: boolean }
      ? E
      : never
    : never
}[Endpoint]

/** The query of an endless list: its pages in their order, and the rows of the last filter until the next ones come. */
export function readPages<E extends ListEndpoint>(endpoint: E, input: Input<E>) {
  return infiniteQueryOptions({
    queryKey: [...keyOf(endpoint, input), 'pages'],
    queryFn: ({ signal, pageParam }) => {
      const query = { ...input.query, ...(pageParam === null ? {} : { cursor: pageParam }) }
      return call(endpoint, { ...input, query }, { signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last, pages) => (last.hasMore && pages.length < MAX_PAGES ? last.cursor : null),
    placeholderData: keepPreviousData,
  })
}

/** The endpoints that search: they answer a page as a list does, for a filter that no address has room for. */
export type SearchEndpoint = {
  [E in Endpoint]: E extends `POST ${string}`
    ? Answer<E> extends { data: unknown[]; cursor: string | null; hasMore: boolean }
      ? E
      : never
    : never
}[Endpoint]

/** The query of an endless search, as `readPages` is that of a list. */
export function searchPages<E extends SearchEndpoint>(endpoint: E, input: Input<E>) {
  return infiniteQueryOptions({
    queryKey: [...keyOf(endpoint, input), 'pages'],
    queryFn: ({ signal, pageParam }) => {
      const body = { ...input.body, ...(pageParam === null ? {} : { cursor: pageParam }) }
      return call(endpoint, { ...input, body }, { signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last, pages) => (last.hasMore && pages.length < MAX_PAGES ? last.cursor : null),
    placeholderData: keepPreviousData,
  })
}

function keyOf(endpoint: Endpoint, input: object): readonly unknown[] {
  const { projectId = null, ...rest } = input as { projectId?: string }
  return [projectId, endpoint, rest]
}
