import { CircleAlert, CircleCheck, Info, LoaderCircle, TriangleAlert, type LucideIcon } from 'lucide-react'
import { t } from '../../../messages/index.js'
import { StatusBadge, type Tone } from '../../../ui/badge.js'
import { CheckFix } from './check-fix.js'
import type { Check, Fix, Level } from './checks.js'

const VARIANTS: Record<Level, [Tone, LucideIcon]> = {
  fine: ['good', CircleCheck],
  note: ['muted', Info],
  warn: ['warn', TriangleAlert],
  error: ['bad', CircleAlert],
  pending: ['muted', LoaderCircle],
}

/** The checks before a send, each with a link to its fix. */
export function CheckList({ checks, onFix }: { checks: readonly Check[]; onFix: (fix: Fix) => void }) {
  return (
    <ul className="divide-y divide-line">
      {checks.map(({ id, level, text, more = [], fix }) => {
        const [tone, icon] = VARIANTS[level]
        return (
          <li key={id} className="grid gap-x-3 gap-y-1 py-2 wide:grid-cols-[6.5rem_minmax(0,1fr)_auto]">
            <div>
              <StatusBadge tone={tone} icon={icon} label={t.campaigns.levels[level]} />
            </div>
            <div className="min-w-0 break-words">
              <p className="font-semibold">{t.campaigns.checks[id]}</p>
              <p>{text}</p>
              {more.map((sentence, index) => (
                <p key={index} className="text-muted">
                  {sentence}
                </p>
              ))}
            </div>
            {fix && <CheckFix fix={fix} onFix={onFix} />}
          </li>
        )
      })}
    </ul>
  )
}
