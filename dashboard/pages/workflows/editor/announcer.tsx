import { useSyncExternalStore } from 'react'
import { announcements } from './announce.js'

/** The live region that announces the effect of an edit. */
export function Announcer() {
  const text = useSyncExternalStore(announcements.subscribe, announcements.get)
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}
