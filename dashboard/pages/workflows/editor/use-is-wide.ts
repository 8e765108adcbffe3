import { useSyncExternalStore } from 'react'

function createMedia(query: string) {
  const media = matchMedia(query)
  const subscribe = (listener: () => void): (() => void) => {
    media.addEventListener('change', listener)
    return () => media.removeEventListener('change', listener)
  }
  return { subscribe, matches: () => media.matches }
}

const WIDE = createMedia('(min-width: 900px)')
const LARGE = createMedia('(min-width: 1440px)')

/** Whether the window has room for the drawing of a workflow. */
export function useIsWide(): boolean {
  return useSyncExternalStore(WIDE.subscribe, WIDE.matches)
}

/** Whether the window has room for the outline and the details beside the drawing. */
export function useIsLarge(): boolean {
  return useSyncExternalStore(LARGE.subscribe, LARGE.matches)
}
