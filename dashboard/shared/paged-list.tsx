import { useCallback, useEffect, useMemo, useRef, type ReactNode } from 'react'
import { SearchX } from 'lucide-react'
import { startOfRow, type PageStart } from '../api/page-start.js'
import { searchedIn, type Searched } from '../api/search-on.js'
import { formatNumber } from '../messages/format.js'
import { t } from '../messages/index.js'
import { Button } from '../ui/button.js'
import { EmptyState } from '../ui/empty-state.js'
import { RowWindowContext, type RowWindow } from '../ui/row-window.js'
import { SkeletonRows } from '../ui/skeleton.js'
import { Failure } from './failure.js'

interface Page<Row> {
  data: readonly Row[]
  cursor: string | null
  hasMore: boolean
  searched?: Searched | null
  total?: number
  totalIsCapped?: boolean
}

/** The parts of an endless query that a list shows. */
export interface PagedQuery<Row> {
  /** The `pageParams` of `readPages`: without them the pages begin with the first one. */
  data: { pages: readonly Page<Row>[]; pageParams?: readonly unknown[] } | undefined
  error: unknown
  isPlaceholderData: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
  isFetchingPreviousPage?: boolean
  fetchPreviousPage?: () => unknown
  refetch: () => unknown
}

interface PagedListProps<Row> {
  query: PagedQuery<Row>
  /** Shown for an empty list. */
  empty: ReactNode
  /** Shown if no row matches the filters, and the function that clears them; omitted without filters. */
  filtered?: { isFiltered: boolean; title: string; text: string; onClear: () => void }
  children: (rows: readonly Row[], isStale: boolean) => ReactNode
}

/** The rows of an endless list, or in their place: that they are loading, that there are none, or why they are not. */
export function PagedList<Row>({ query, empty, filtered, children }: PagedListProps<Row>) {
  const pages = query.data?.pages
  if (!pages) {
    return query.error ? <Failure error={query.error} onRetry={() => void query.refetch()} /> : <SkeletonRows />
  }
  const rows = pages.flatMap((page) => page.data)
  const searched = searchedIn(pages)
  // That the last filter let nothing through says nothing of this one.
  if (rows.length === 0 && query.isPlaceholderData) return <SkeletonRows />
  if (rows.length === 0 && !query.hasNextPage) {
    if (!filtered?.isFiltered) return empty
    return (
      <EmptyState icon={SearchX} title={filtered.title} text={filtered.text}>
        <Button onClick={filtered.onClear}>{t.common.clearFilters}</Button>
      </EmptyState>
    )
  }
  return (
    <>
      <Window query={query}>{children(rows, query.isPlaceholderData)}</Window>
      {query.error ? <Failure error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.hasNextPage && (searched ? <SearchOn query={query} searched={searched} /> : <More query={query} />)}
    </>
  )
}

/** Tells the list which of all rows are loaded, and loads those before them once they come into view. */
function Window({ query, children }: { query: PagedQuery<unknown>; children: ReactNode }) {
  const { data, error, isFetchingPreviousPage, fetchPreviousPage } = query
  const isBusy = useRef(false)
  const first = data?.pages[0]
  const start = data?.pageParams?.[0] as PageStart | undefined
  const rows = first?.data.length ?? 0
  const onAbove = useCallback(
    (row: number): void => {
      if (!start?.before || isBusy.current || isFetchingPreviousPage || error) return
      // A reader far down the list waits only for the rows in view. The first page may have got new rows since it was
      // read: it then no longer ends where the second one begins.
      const isAnew = row < start.offset - 2 * rows || start.before.cursor === null
      isBusy.current = true
      const load = isAnew ? start.showFrom(startOfRow(row, start)) : fetchPreviousPage?.()
      Promise.resolve(load)
        .catch(() => undefined)
        .finally(() => (isBusy.current = false))
    },
    [start, rows, isFetchingPreviousPage, error, fetchPreviousPage],
  )
  const before = start?.offset ?? 0
  // A capped total is not the number of rows: none is shown.
  const total = first?.totalIsCapped ? undefined : first?.total
  const value = useMemo((): RowWindow => ({ before, total, onAbove }), [before, total, onAbove])
  return <RowWindowContext value={value}>{children}</RowWindowContext>
}

/** Loads the next page once it comes into view; by hand where the browser does not say so. */
function More({ query }: { query: PagedQuery<unknown> }) {
  const place = useRef<HTMLDivElement>(null)
  const { data, fetchNextPage, isFetchingNextPage, error } = query
  useEffect(() => {
    const element = place.current
    if (!element || isFetchingNextPage || error) return undefined
    // A busy page gets several entries at once, the latest of them last.
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && void fetchNextPage())
    observer.observe(element)
    return () => observer.disconnect()
    // An observer reports changes alone. Where a page arrives before the wait for it is drawn, the end of the list can
    // stay in view without a change: each page gets an observer of its own.
  }, [data, fetchNextPage, isFetchingNextPage, error])
  return (
    <div ref={place} className="flex justify-center p-3">
      <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {t.common.more}
      </Button>
    </div>
  )
}

/** How far a search got, and the button that continues it. */
function SearchOn({ query, searched }: { query: PagedQuery<unknown>; searched: Searched }) {
  const [contacts, of] = [formatNumber(searched.contacts), formatNumber(searched.of)]
  return (
    <div role="status" className="flex flex-wrap items-center justify-center gap-3 p-3 text-muted">
      {t.common.searchedSoFar(contacts, of)}
      <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t.common.searchOn}
      </Button>
    </div>
  )
}
