import type { ReactNode } from 'react'
import { t } from '../messages/index.js'
import type { Reason } from '../messages/en/reasons.js'
import { Panel } from '../ui/panel.js'

interface ReasonPanelProps {
  title: string
  reason: Reason
  /** What another party answered, in its own words and in full. */
  foreign?: string | null
  /** The button or link with the label `reason.next`. */
  action: ReactNode
}

/** A failure: what happened, why, in whose words, and the next step. */
export function ReasonPanel({ title, reason: { what, why }, foreign, action }: ReasonPanelProps) {
  return (
    <Panel title={title} isPadded>
      <p className="font-medium">{what}</p>
      <p className="text-muted">{why}</p>
      {foreign && (
        <figure className="mt-2">
          <figcaption className="text-small text-muted">{t.reasons.foreign}</figcaption>
          <blockquote className="rounded-control bg-raised px-2 py-1 font-mono text-small break-words whitespace-pre-wrap">
            {foreign}
          </blockquote>
        </figure>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-3">{action}</div>
    </Panel>
  )
}
