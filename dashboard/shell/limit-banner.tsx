import { useEffect, useState, useSyncExternalStore } from 'react'
import { Hourglass } from 'lucide-react'
import { waiting } from '../api/waiting.js'
import { t } from '../messages/index.js'

/** Says that the page waits for the limit of requests, and for how long, before it reads by itself again. */
export function LimitBanner() {
  const until = useSyncExternalStore(waiting.subscribe, waiting.get)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (until <= Date.now()) return undefined
    setNow(Date.now())
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= until) clearInterval(timer)
    }, 1_000)
    return () => clearInterval(timer)
  }, [until])
  const seconds = Math.ceil((until - now) / 1_000)
  return (
    <div role="status">
      {seconds > 0 && (
        <p className="flex items-center justify-center gap-2 border-b border-line bg-surface p-2">
          <Hourglass aria-hidden size={16} className="shrink-0 text-warn" />
          <span>
            {t.errors.waitsForLimit} <span aria-hidden>{t.errors.seconds(seconds)}</span>
          </span>
        </p>
      )}
    </div>
  )
}
