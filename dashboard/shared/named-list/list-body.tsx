import { useEffect, type ReactNode } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate, type LinkProps } from '@tanstack/react-router'
import { SearchX, type LucideIcon } from 'lucide-react'
import { t } from '../../messages/index.js'
import { Button } from '../../ui/button.js'
import { EmptyState } from '../../ui/empty-state.js'
import type { SketchName } from '../../ui/sketch.js'
import { SkeletonRows } from '../../ui/skeleton.js'
import { Failure } from '../failure.js'
import { Pager } from '../pager.js'

interface NumberedPage<Row> {
  data: readonly Row[]
  total: number
  page: number
  totalPages: number
}

interface ListBodyProps<Row> {
  query: Pick<UseQueryResult<NumberedPage<Row>>, 'data' | 'error' | 'refetch' | 'isPlaceholderData'>
  isFiltered: boolean
  /** Shown for an empty list, with the action that creates the first record. */
  empty: { icon: LucideIcon; sketch: SketchName; title: string; text: string; action: string; onAction: () => void }
  /** Shown if no record matches the filters. */
  notFound: { title: string; text: string }
  children: (rows: readonly Row[], isStale: boolean) => ReactNode
}

/** One page of a list with its pager, or in its place: that it is loading, that nothing is there, or why not. */
export function ListBody<Row>({ query, isFiltered, empty, notFound, children }: ListBodyProps<Row>) {
  const navigate = useNavigate()
  const { data, error, refetch, isPlaceholderData } = query
  const isBeyond = useLastPage(query)
  if (!data) return error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows />
  // That the last filter let nothing through says nothing of this one.
  if (data.data.length === 0 && (isPlaceholderData || isBeyond)) return <SkeletonRows />
  if (data.total === 0 && !isFiltered) {
    return (
      <EmptyState icon={empty.icon} sketch={empty.sketch} title={empty.title} text={empty.text}>
        <Button variant="strong" onClick={empty.onAction}>
          {empty.action}
        </Button>
      </EmptyState>
    )
  }
  if (data.data.length === 0) {
    return (
      <EmptyState icon={SearchX} title={notFound.title} text={notFound.text}>
        <Button onClick={() => void navigate({ to: '.', search: {} })}>{t.common.clearFilters}</Button>
      </EmptyState>
    )
  }
  return (
    <>
      {children(data.data, isPlaceholderData)}
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      <Pager page={data.page} pages={data.totalPages} />
    </>
  )
}

/** Goes to the last page where there is none of this number any more. Returns whether it is on the way. */
function useLastPage({ data, isPlaceholderData }: ListBodyProps<unknown>['query']): boolean {
  const navigate = useNavigate()
  const last = data?.totalPages ?? 0
  const isBeyond = data !== undefined && !isPlaceholderData && last > 0 && data.page > last
  useEffect(() => {
    if (!isBeyond) return
    const search = ((now: object) => ({ ...now, page: last > 1 ? last : undefined })) as LinkProps['search']
    void navigate({ to: '.', search, replace: true })
  }, [isBeyond, last, navigate])
  return isBeyond
}
