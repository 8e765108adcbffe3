import { TriangleAlert } from 'lucide-react'
import { t } from '../messages/index.js'
import { AttentionLink } from '../shared/attention-link.js'
import { useAttention } from '../shared/use-attention.js'

const MOST = 3

/** The first of what somebody should look at, at the foot of the navigation. */
export function AttentionFoot({ onNavigate }: { onNavigate?: (() => void) | undefined }) {
  const items = useAttention()
  if (items.length === 0) return null
  return (
    <section aria-label={t.attention.title} className="border-t border-line px-2 pt-3 text-small">
      <h2 className="mb-1 flex items-center gap-1.5 font-medium text-warn">
        <TriangleAlert aria-hidden size={14} />
        {t.attention.title} ({items.length})
      </h2>
      <ul className="flex flex-col gap-1">
        {items.slice(0, MOST).map(({ id, text, target }) => (
          <li key={id} className="flex min-h-6 min-w-0 items-center">
            <AttentionLink target={target} onClick={onNavigate}>
              {text}
            </AttentionLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
