import { useEffect, useRef, type ReactNode } from 'react'
import { SearchX } from 'lucide-react'
import { formatNumber } from '../messages/format.js'
import { t } from '../messages/index.js'
import { Button } from '../ui/button.js'
import { EmptyState } from '../ui/empty-state.js'
import { SkeletonRows } from '../ui/skeleton.js'
import { Failure } from './failure.js'

interface Page<Row> {
  data: readonly Row[]
  hasMore: boolean
}

/** The parts of an endless query that a list shows. */
export interface PagedQuery<Row> {
  data: { pages: readonly Page<Row>[] } | undefined
  error: unknown
  isPlaceholderData: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}

interface PagedListProps<Row> {
  query: PagedQuery<Row>
  /** What stands here while there is nothing at all. */
  empty: ReactNode
  /** What stands here where the filters let nothing through, and how they are cleared; left out without filters. */
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
  if (rows.length === 0 && !query.hasNextPage) {
    if (!filtered?.isFiltered) return empty
    return (
      <EmptyState icon={SearchX} title={filtered.title} text={filtered.text}>
        <Button onClick={filtered.onClear}>{t.common.clearFilters}</Button>
      </EmptyState>
    )
  }
  const isCut = !query.hasNextPage && pages.at(-1)?.hasMore === true
  return (
    <>
      {children(rows, query.isPlaceholderData)}
      {query.error ? <Failure error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.hasNextPage && <More query={query} />}
      {isCut && <p className="p-3 text-muted">{t.common.mostRows(formatNumber(rows.length))}</p>}
    </>
  )
}

/** Loads the next page once it comes into view; by hand where the browser does not say so. */
function More({ query }: { query: PagedQuery<unknown> }) {
  const place = useRef<HTMLDivElement>(null)
  const { fetchNextPage, isFetchingNextPage, error } = query
  useEffect(() => {
    const element = place.current
    if (!element || isFetchingNextPage || error) return undefined
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void fetchNextPage())
    observer.observe(element)
    return () => observer.disconnect()
  }, [fetchNextPage, isFetchingNextPage, error])
  return (
    <div ref={place} className="flex justify-center p-3">
      <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {t.common.more}
      </Button>
    </div>
  )
}
