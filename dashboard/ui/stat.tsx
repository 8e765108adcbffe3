import type { ReactNode } from 'react'
import { Skeleton } from './skeleton.js'

/** A figure with what it counts; `note` says its base or its change. */
export function Stat({ label, value, note }: { label: string; value: string | undefined; note?: ReactNode }) {
  return (
    <div className="min-w-0 rounded-panel border border-line bg-surface p-4">
      <div className="text-small text-muted">{label}</div>
      {value === undefined ? (
        <Skeleton className="my-2 h-5 w-16" />
      ) : (
        <div className="text-figure font-semibold">{value}</div>
      )}
      <div className="flex min-h-4 flex-wrap gap-x-2 text-small text-muted">{note}</div>
    </div>
  )
}
