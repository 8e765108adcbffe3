import { TriangleAlert } from 'lucide-react'
import { t } from '../../messages/index.js'
import { AttentionLink } from '../../shared/attention-link.js'
import { useAttention } from '../../shared/use-attention.js'
import { Panel } from '../../ui/panel.js'

/** The issues that need attention; nothing without any. */
export function Attention() {
  const items = useAttention()
  if (items.length === 0) return null
  return (
    <Panel title={t.attention.title} isPadded>
      <ul className="flex flex-col gap-2">
        {items.map(({ id, text, target }) => (
          <li key={id} className="flex items-start gap-2">
            <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-warn" />
            <AttentionLink target={target}>{text}</AttentionLink>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
