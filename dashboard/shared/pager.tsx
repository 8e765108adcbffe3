import { Link, type LinkProps } from '@tanstack/react-router'
import { formatNumber } from '../messages/format.js'
import { t } from '../messages/index.js'

const LINK =
  'inline-flex h-8 items-center rounded-control border border-edge bg-surface shadow-control px-3 font-medium hover:bg-raised'

/** The ways to the pages before and after this one, which the address names; nothing where there is only one. */
export function Pager({ page, pages }: { page: number; pages: number }) {
  if (pages <= 1) return null
  const to = (next: number) =>
    ((search: object) => ({ ...search, page: next > 1 ? next : undefined })) as LinkProps['search']
  return (
    <nav aria-label={t.common.pages} className="flex flex-wrap items-center gap-3 border-t border-line p-3">
      {page > 1 && (
        <Link to="." search={to(page - 1)} className={LINK}>
          {t.common.pageBefore}
        </Link>
      )}
      {page < pages && (
        <Link to="." search={to(page + 1)} className={LINK}>
          {t.common.pageAfter}
        </Link>
      )}
      <span className="text-muted">{t.common.pageOf(formatNumber(page), formatNumber(pages))}</span>
    </nav>
  )
}
