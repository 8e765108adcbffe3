import { useEffect, useState } from 'react'
import { formatExact } from '../../../../messages/format.js'
import type { DraftStep } from '../../../../shared/workflow-draft/draft.js'
import { stepText } from './step-text.js'
import { whenGoesOn } from './delay-parts.js'

const INTERVAL_MS = 30_000

/** When a contact that enters now would go on. */
export function GoesOn({ config, zone }: { config: DraftStep['config']; zone: string }) {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])
  const at = whenGoesOn(config, now, zone)
  if (at === null) return null
  return (
    <p className="text-muted">
      {at === 'template'
        ? stepText.delay.byTemplate
        : at <= now
          ? stepText.delay.goesOnNow
          : stepText.delay.goesOn(formatExact(at))}
    </p>
  )
}
