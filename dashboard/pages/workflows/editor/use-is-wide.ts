import { useSyncExternalStore } from 'react'

const WIDE = matchMedia('(min-width: 900px)')

function subscribe(listener: () => void): () => void {
  WIDE.addEventListener('change', listener)
  return () => WIDE.removeEventListener('change', listener)
}

/** Whether the window has room for the drawing of a workflow. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => WIDE.matches)
}
