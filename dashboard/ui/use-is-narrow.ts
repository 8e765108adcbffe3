import { useSyncExternalStore } from 'react'

/** Below this width a row has two lines, as in the styles. */
const narrow = window.matchMedia('(width < 900px)')

function subscribe(listener: () => void): () => void {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

/** Whether the screen has room for two-line rows alone. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches)
}
