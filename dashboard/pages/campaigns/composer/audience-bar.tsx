import { formatNumber } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { Failure } from '../../../shared/failure.js'
import { join } from '../../../ui/join.js'
import { Skeleton } from '../../../ui/skeleton.js'
import { partsOfAudience, type AudiencePart } from './audience-parts.js'
import type { AudienceCount, CountedAudience } from './use-audience-count.js'

const COLOURS: Record<AudiencePart, string> = {
  reached: 'bg-accent',
  unsubscribed: 'bg-control',
  suppressed: 'bg-bad',
}

/** How many contacts get the campaign, and how many do not and why. */
export function AudienceBar({ counted: { count, isStale, isChosen, error, retry } }: { counted: CountedAudience }) {
  if (!isChosen) return <p className="text-muted">{t.campaigns.audienceUnknown}</p>
  if (error) return <Failure error={error} onRetry={retry} />
  if (!count) return <Skeleton className="h-12" />
  return (
    <div className={join('flex flex-col gap-2', isStale && 'opacity-60')} aria-busy={isStale}>
      <p role="status" className={count.eligible === 0 ? 'text-bad' : 'font-medium'}>
        {summaryOf(count)}
      </p>
      <Bar count={count} />
    </div>
  )
}

function Bar({ count }: { count: AudienceCount }) {
  const parts = partsOfAudience(count).filter(({ part, count: size }) => part === 'reached' || size > 0)
  return (
    <>
      <div aria-hidden className="flex h-3 gap-px overflow-hidden rounded-full bg-raised">
        {parts.map(({ part, share }) => (
          <div key={part} className={COLOURS[part]} style={{ width: `${share}%` }} />
        ))}
      </div>
      <ul aria-label={t.campaigns.audienceBar} className="flex flex-wrap gap-x-4 gap-y-1 text-small">
        {parts.map(({ part, count: size }) => (
          <li key={part} className="flex items-center gap-1.5">
            <span aria-hidden className={join('size-2.5 rounded-full', COLOURS[part])} />
            {t.campaigns.part(t.campaigns[part], formatNumber(size))}
          </li>
        ))}
        {count.snoozed > 0 && <li className="text-muted">{t.campaigns.snoozed(formatNumber(count.snoozed))}</li>}
      </ul>
    </>
  )
}

function summaryOf({ eligible, total, exact }: AudienceCount): string {
  if (eligible === 0) return t.campaigns.audienceNobody
  const words = exact ? t.campaigns.audienceOf : t.campaigns.audienceAbout
  return words(formatNumber(eligible), formatNumber(total))
}
