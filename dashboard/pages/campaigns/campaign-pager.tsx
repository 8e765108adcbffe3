import { Link } from '@tanstack/react-router'
import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'

const LINK = 'inline-flex h-8 items-center rounded-control border border-control px-3 font-medium hover:bg-raised'

/** The way to the page before and after this one; nothing where there is only one. */
export function CampaignPager({ page, pages, total }: { page: number; pages: number; total: string }) {
  if (pages <= 1) return null
  const to = (next: number) => (search: object) => ({ ...search, page: next > 1 ? next : undefined })
  return (
    <nav aria-label={t.campaigns.pages} className="flex flex-wrap items-center gap-3 border-t border-line p-3">
      {page > 1 && (
        <Link to="." search={to(page - 1)} className={LINK}>
          {t.campaigns.pageBefore}
        </Link>
      )}
      {page < pages && (
        <Link to="." search={to(page + 1)} className={LINK}>
          {t.campaigns.pageAfter}
        </Link>
      )}
      <span className="text-muted">{t.campaigns.pageOf(formatNumber(page), formatNumber(pages), total)}</span>
    </nav>
  )
}
