import type { ReactNode } from 'react'
import { CircleAlert, CircleCheck, Info, TriangleAlert, type LucideIcon } from 'lucide-react'
import { join } from './join.js'

const KINDS: Record<string, { icon: LucideIcon; colour: string }> = {
  info: { icon: Info, colour: 'text-info' },
  good: { icon: CircleCheck, colour: 'text-good' },
  warn: { icon: TriangleAlert, colour: 'text-warn' },
  bad: { icon: CircleAlert, colour: 'text-bad' },
}

interface BannerProps {
  kind?: 'info' | 'good' | 'warn' | 'bad'
  title?: string
  children?: ReactNode
  /** Buttons or links at the end. */
  action?: ReactNode
}

/** Something that holds for the whole page or panel below it; it is read out when it appears. */
export function Banner({ kind = 'info', title, children, action }: BannerProps) {
  const { icon: Icon, colour } = KINDS[kind]!
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-start gap-3 rounded-panel border border-line bg-surface px-4 py-3"
    >
      <Icon aria-hidden size={20} className={join('shrink-0', colour)} />
      <div className="min-w-0 flex-1 break-words">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
      {action && <div className="flex flex-wrap gap-2">{action}</div>}
    </div>
  )
}
