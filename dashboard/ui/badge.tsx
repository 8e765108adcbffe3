import type { ReactNode } from 'react'
import type { LucideIcon } from 'lucide-react'
import { join } from './join.js'

/** The meaning of a state for the reader. */
export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'muted'

const COLOURS: Record<Tone, string> = {
  good: 'text-good',
  warn: 'text-warn',
  bad: 'text-bad',
  info: 'text-info',
  muted: 'text-muted',
}

/** A state in a word with an icon: colour alone says nothing. */
export function StatusBadge({
  tone,
  icon: Icon,
  label,
  title,
}: {
  tone: Tone
  icon: LucideIcon
  label: ReactNode
  title?: string
}) {
  return (
    <span
      title={title}
      className={join('inline-flex items-center gap-1.5 align-middle font-medium whitespace-nowrap', COLOURS[tone])}
    >
      <Icon aria-hidden size={14} />
      {label}
    </span>
  )
}

/** A short word about a thing, such as a tag. */
export function Badge({ label }: { label: string }) {
  return <span className="rounded-control bg-raised px-1.5 py-0.5 text-small">{label}</span>
}
