import type { ReactNode } from 'react'
import { t } from '../messages/index.js'
import { Mark } from '../ui/mark.js'

/** A page outside of any project: the name of the product, a heading, and a narrow column. */
export function NarrowPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-sm flex-col justify-center gap-4 p-4">
      <title>{t.common.titleOf(title)}</title>
      <p className="flex items-center gap-2 text-title font-semibold">
        <Mark size={28} />
        {t.common.product}
      </p>
      <div className="rounded-panel border border-line bg-surface p-5">
        <h1 className="mb-4 text-page font-semibold">{title}</h1>
        {children}
      </div>
    </main>
  )
}
