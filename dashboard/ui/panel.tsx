import type { ReactNode } from 'react'
import { t } from '../messages/index.js'
import { join } from './join.js'

/** A bordered part of a page, with a heading of its own where it has a title. */
export function Panel({
  title,
  action,
  children,
  isPadded,
}: {
  title?: string
  action?: ReactNode
  children: ReactNode
  isPadded?: boolean
}) {
  return (
    <section className="min-w-0 rounded-panel border border-line bg-surface">
      {title && (
        <header className="flex min-h-11 flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2">
          <h2 className="text-title font-semibold">{title}</h2>
          {action}
        </header>
      )}
      <div className={join(isPadded && 'p-4')}>{children}</div>
    </section>
  )
}

/** The heading of a page, and its actions. */
export function PageHeader({ title, note, children }: { title: string; note?: ReactNode; children?: ReactNode }) {
  return (
    <header className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <title>{t.common.titleOf(title)}</title>
      <div className="min-w-0">
        <h1 className="text-page font-semibold break-words">{title}</h1>
        {note && <div className="text-muted">{note}</div>}
      </div>
      {children && <div className="flex min-w-0 flex-wrap items-center gap-2">{children}</div>}
    </header>
  )
}
