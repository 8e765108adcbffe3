import { lazy, Suspense, useSyncExternalStore } from 'react'
import { currentMessages, onMessages } from './toast.js'

const ToastList = lazy(async () => ({ default: (await import('./toast-list.js')).ToastList }))

/** The corner of the page for messages; it stands once, at the root, and loads what it shows with the first message. */
export function Toaster() {
  const shown = useSyncExternalStore(onMessages, currentMessages)
  return (
    shown.length > 0 && (
      <Suspense>
        <ToastList shown={shown} />
      </Suspense>
    )
  )
}
