import { useEffect, useSyncExternalStore, type ReactNode } from 'react'

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

/** A dialog over the page: it takes the focus, gives it back, and keeps the rest of the page from being reached. */
export function Dialog(props: DialogProps) {
  const Window = useSyncExternalStore(subscribe, windowNow)
  const { isOpen } = props
  useEffect(() => {
    if (isOpen) void load()
  }, [isOpen])
  return Window && <Window {...props} />
}

type DialogWindow = (props: DialogProps) => ReactNode

let loaded: DialogWindow | null = null
let isLoading = false
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function windowNow(): DialogWindow | null {
  return loaded
}

/** Loads the window, once; after a failure the next dialog tries again. */
async function load(): Promise<void> {
  if (loaded || isLoading) return
  isLoading = true
  try {
    loaded = (await import('./dialog-window.js')).DialogWindow
    for (const listener of listeners) listener()
  } catch {
    // The browser reports it, and without a connection the page says so.
  } finally {
    isLoading = false
  }
}

// The page is shown without it, but a dialog must also open once the connection is lost.
void load()
