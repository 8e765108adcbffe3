import { useId, type ReactNode } from 'react'
import { CircleAlert, CircleCheck, CircleDashed, TriangleAlert, type LucideIcon } from 'lucide-react'
import { t } from '../../../messages/index.js'
import { StatusBadge, type Tone } from '../../../ui/badge.js'
import type { Section as Name, SectionState } from './section-states.js'

const VARIANTS: Record<SectionState, [Tone, LucideIcon]> = {
  done: ['good', CircleCheck],
  missing: ['muted', CircleDashed],
  warning: ['warn', TriangleAlert],
  error: ['bad', CircleAlert],
}

/** The element id of a section, to which the review links. */
export const sectionId = (name: Name): string => `section-${name}`

/** A section of the composer with its state. */
export function Section({ name, state, children }: { name: Name; state: SectionState; children: ReactNode }) {
  const id = useId()
  const [tone, icon] = VARIANTS[state]
  return (
    <section
      id={sectionId(name)}
      aria-labelledby={id}
      tabIndex={-1}
      className="min-w-0 scroll-mt-4 rounded-panel border border-line bg-surface"
    >
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2">
        <h2 id={id} className="text-title font-semibold">
          {t.campaigns.sections[name]}
        </h2>
        <StatusBadge tone={tone} icon={icon} label={t.campaigns.states[state]} />
      </header>
      <div className="flex min-w-0 flex-col gap-4 p-4">{children}</div>
    </section>
  )
}
