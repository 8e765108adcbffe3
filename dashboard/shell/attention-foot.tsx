import { ChevronUp, TriangleAlert } from 'lucide-react'
import { t } from '../messages/index.js'
import { AttentionLink } from '../shared/attention-link.js'
import { useAttention } from '../shared/use-attention.js'

/** What somebody should look at, at the foot of the navigation. */
export function AttentionFoot({ onNavigate }: { onNavigate?: (() => void) | undefined }) {
  const items = useAttention()
  if (items.length === 0) return null
  return (
    <details className="group border-t border-line pt-2 text-small">
      <summary className="flex h-7 list-none items-center gap-1.5 rounded-control px-2 font-medium text-warn hover:bg-raised">
        <TriangleAlert aria-hidden size={14} />
        <span className="flex-1">{t.attention.count(items.length)}</span>
        <ChevronUp aria-hidden size={14} className="group-open:rotate-180" />
      </summary>
      <ul aria-label={t.attention.title} className="flex max-h-40 flex-col gap-1 overflow-y-auto px-2 pt-1">
        {items.map(({ id, text, target }) => (
          <li key={id} className="flex min-h-6 min-w-0 items-center">
            <AttentionLink target={target} onClick={onNavigate}>
              {text}
            </AttentionLink>
          </li>
        ))}
      </ul>
    </details>
  )
}
