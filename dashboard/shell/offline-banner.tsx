import { useSyncExternalStore } from 'react'
import { WifiOff } from 'lucide-react'
import { t } from '../messages/index.js'

/** Says that the browser has no connection, so that reads wait and writes fail. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 border-b border-line bg-surface p-2">
          <WifiOff aria-hidden size={16} className="shrink-0 text-warn" />
          {t.errors.offline}
        </p>
      )}
    </div>
  )
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
