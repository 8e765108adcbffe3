import { useNavigate } from '@tanstack/react-router'
import { ChevronUp, TriangleAlert } from 'lucide-react'
import { formatNumber } from '../messages/format.js'
import { t } from '../messages/index.js'
import { useProjectId } from '../session/project.js'
import type { AttentionItem } from '../shared/attention.js'
import { AttentionLink, wayTo } from '../shared/attention-link.js'
import { useAttention } from '../shared/use-attention.js'
import { Menu } from '../ui/menu.js'

interface AttentionFootProps {
  isFolded?: boolean | undefined
  onNavigate?: (() => void) | undefined
}

/** The issues that need attention, at the foot of the navigation; folded, an icon with their number that opens it. */
export function AttentionFoot({ isFolded, onNavigate }: AttentionFootProps) {
  const items = useAttention()
  if (items.length === 0) return null
  if (isFolded) return <FoldedAttention items={items} />
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

function FoldedAttention({ items }: { items: readonly AttentionItem[] }) {
  const projectId = useProjectId()
  const navigate = useNavigate()
  const label = t.attention.count(items.length)
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={label}
          title={label}
          className="flex h-8 items-center justify-center gap-0.5 rounded-control text-small font-medium text-warn hover:bg-raised"
        >
          <TriangleAlert aria-hidden size={16} />
          {formatNumber(items.length)}
        </button>
      }
      groups={[
        {
          label: t.attention.title,
          items: items.map(({ text, target }) => ({
            label: text,
            onSelect: () => void navigate(wayTo(target, projectId)),
          })),
        },
      ]}
    />
  )
}
