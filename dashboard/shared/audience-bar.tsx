import { Ban, CircleCheck, CircleMinus, type LucideIcon } from 'lucide-react'
import type { Answer } from '../api/client.js'
import { formatNumber } from '../messages/format.js'
import { t } from '../messages/index.js'
import { join } from '../ui/join.js'

const PARTS: readonly {
  id: 'eligible' | 'unsubscribed' | 'suppressed'
  icon: LucideIcon
  text: string
  bar: string
}[] = [
  { id: 'eligible', icon: CircleCheck, text: 'text-good', bar: 'bg-good' },
  { id: 'unsubscribed', icon: CircleMinus, text: 'text-warn', bar: 'bg-warn' },
  { id: 'suppressed', icon: Ban, text: 'text-bad', bar: 'bg-bad' },
]

type Count = Omit<Answer<'POST /audiences/count'>, 'sample'>

interface AudienceBarProps {
  count: Count
  isTransactional?: boolean
  /** The count is that of the audience before it changed. */
  isStale?: boolean
}

/** An audience in its parts: who gets the mail, and who does not and why. */
export function AudienceBar({ count, isTransactional, isStale }: AudienceBarProps) {
  const words = (value: number): string => (count.exact ? formatNumber(value) : t.audience.about(formatNumber(value)))
  return (
    <div>
      <div
        aria-hidden
        className={join('flex h-3 gap-px overflow-hidden rounded-full bg-raised', isStale && 'opacity-60')}
      >
        {PARTS.map(({ id, bar }) =>
          count[id] > 0 ? <div key={id} className={join('min-w-1', bar)} style={{ flexGrow: count[id] }} /> : null,
        )}
      </div>
      <ul aria-label={t.audience.parts} className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
        {PARTS.map(({ id, icon: Icon, text }) => (
          <li key={id} className="inline-flex items-center gap-1.5">
            <Icon aria-hidden size={14} className={text} />
            <span className="tabular-nums">{words(count[id])}</span>{' '}
            {t.audience[id === 'eligible' && isTransactional ? 'eligibleTransactional' : id]}
            {id === 'unsubscribed' && count.snoozed > 0 && (
              <span className="text-muted">{t.audience.snoozed(words(count.snoozed))}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
