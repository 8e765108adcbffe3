import type { ReactNode } from 'react'
import type { LucideIcon } from 'lucide-react'
import { Sketch, type SketchName } from './sketch.js'

/** Replaces an empty list: explains its content, and offers the next action. */
export function EmptyState({
  icon: Icon,
  sketch,
  title,
  text,
  children,
  heading: Heading = 'h2',
}: {
  icon: LucideIcon
  /** Drawn in place of the icon: what the list will contain. */
  sketch?: SketchName | undefined
  title: string
  text: string
  children?: ReactNode
  /** The level of its heading: the first one where it stands for the whole page, the third one inside a panel. */
  heading?: 'h1' | 'h2' | 'h3'
}) {
  return (
    <div className="flex flex-col items-center gap-2 px-4 py-12 text-center">
      {sketch ? <Sketch name={sketch} /> : <Icon aria-hidden size={24} className="text-muted" />}
      <Heading className="text-title font-semibold">{title}</Heading>
      <p className="max-w-md text-muted">{text}</p>
      {children && <div className="mt-2 flex w-full max-w-lg flex-col items-center gap-2">{children}</div>}
    </div>
  )
}
