import type { ReactNode } from 'react'
import { X } from 'lucide-react'

/** An active filter that can be removed. */
export interface Chip {
  id: string
  label: string
  /** The effect of the removal, for screen readers. */
  removeLabel: string
  onRemove: () => void
}

/** The active filters of a list, each with a button that removes it. */
export function Chips({ label, chips, children }: { label: string; chips: readonly Chip[]; children?: ReactNode }) {
  if (chips.length === 0) return null
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <ul aria-label={label} className="flex min-w-0 flex-wrap gap-2">
        {chips.map(({ id, label: text, removeLabel, onRemove }) => (
          <li
            key={id}
            className="flex min-w-0 items-center gap-1 rounded-control border border-line bg-raised py-0.5 pr-0.5 pl-2 text-small"
          >
            <span className="min-w-0 break-all">{text}</span>
            <button
              type="button"
              aria-label={removeLabel}
              title={removeLabel}
              onClick={onRemove}
              className="inline-flex size-6 shrink-0 items-center justify-center rounded-control text-muted hover:text-ink"
            >
              <X aria-hidden size={14} />
            </button>
          </li>
        ))}
      </ul>
      {children}
    </div>
  )
}
