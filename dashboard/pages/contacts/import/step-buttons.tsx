import type { ReactNode } from 'react'
import { t } from '../../../messages/index.js'
import { Button } from '../../../ui/button.js'

/** The way back, and what leads on. */
export function StepButtons({ onLast, children }: { onLast: () => void; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-2">
      <Button onClick={onLast}>{t.imports.last}</Button>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  )
}
