import { lazy, Suspense, useState, type ReactNode } from 'react'

/** The properties of a dialog. */
export interface DialogProps {
  isOpen: boolean
  /** Closing by Escape, the button or a click beside; without it the dialog has to be answered. */
  onClose?: () => void
  title: string
  text?: string
  children: ReactNode
  /**
   * `side` is the left edge, as for the navigation of a small screen; `drawer` the right one, for a longer form, and
   * `wideDrawer` for one with two columns.
   */
  at?: 'middle' | 'side' | 'drawer' | 'wideDrawer'
}

const DialogWindow = lazy(async () => ({ default: (await loadWindow()).DialogWindow }))

const IDLE_MS = 1_000
// A dialog that asks about unsaved changes must also open where the connection has been lost.
setTimeout(() => void loadWindow().catch(() => undefined), IDLE_MS)

function loadWindow() {
  return import('./dialog-window.js')
}

/** A dialog over the page: it takes the focus, gives it back, and keeps the rest of the page from being reached. */
export function Dialog(props: DialogProps) {
  const [wasOpen, setWasOpen] = useState(props.isOpen)
  if (props.isOpen && !wasOpen) setWasOpen(true)
  if (!wasOpen) return null
  return (
    <Suspense>
      <DialogWindow {...props} />
    </Suspense>
  )
}
