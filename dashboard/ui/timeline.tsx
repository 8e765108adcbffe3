import type { ReactNode } from 'react'

/** Events in the order of their times. */
export function Timeline({
  label,
  items,
}: {
  label: string
  items: readonly { id: string; what: ReactNode; when: ReactNode; more?: ReactNode }[]
}) {
  return (
    <ol aria-label={label} className="flex flex-col">
      {items.map(({ id, what, when, more }) => (
        <li key={id} className="relative border-l border-line pb-4 pl-4 last:pb-0">
          <span
            aria-hidden
            className="absolute top-1.5 -left-[5px] size-2.5 rounded-full border border-control bg-surface"
          />
          <div className="flex flex-wrap justify-between gap-x-4">
            <span className="min-w-0 font-medium break-words">{what}</span>
            <span className="text-small text-muted">{when}</span>
          </div>
          {more && <div className="mt-1 min-w-0 break-words text-muted">{more}</div>}
        </li>
      ))}
    </ol>
  )
}
