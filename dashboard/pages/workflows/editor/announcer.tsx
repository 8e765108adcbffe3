import { useSyncExternalStore } from 'react'
import { announcements } from './announce.js'

/** Reads out what an edit has done. */
export function Announcer() {
  const text = useSyncExternalStore(announcements.subscribe, announcements.get)
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}
