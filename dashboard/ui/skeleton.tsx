import { t } from '../messages/index.js'
import { join } from './join.js'

/** The place of a text that has not come yet. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={join('block h-4 animate-pulse rounded-control bg-raised', className)} />
}

/** The place of a message that has not come yet. */
export function SkeletonMessage() {
  return (
    <div role="status" aria-label={t.common.loading} className="flex h-[60vh] flex-col gap-4 p-4">
      <Skeleton className="h-6 w-1/2" />
      <Skeleton className="min-h-0 flex-1" />
    </div>
  )
}

/** The place of a list or a panel that has not come yet, of the size that it will have. */
export function SkeletonRows({ rows = 8 }: { rows?: number }) {
  return (
    <div role="status" aria-label={t.common.loading} className="flex flex-col">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="flex h-9 items-center gap-4 border-b border-line px-3 last:border-0">
          <Skeleton className="w-20" />
          <Skeleton className="max-w-xs flex-1" />
          <Skeleton className="ml-auto w-16" />
        </div>
      ))}
    </div>
  )
}
