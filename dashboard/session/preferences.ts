import { useCallback, useSyncExternalStore } from 'react'
import { useQuery } from '@tanstack/react-query'
import { keyFor } from './stored.js'
import { meQuery } from './user.js'

/** The preferences of a user in this browser. */
export interface Preferences {
  /** The sidebar shows icons alone. */
  isSidebarFolded: boolean
  /** Keys without Ctrl do nothing, as speech input needs it (WCAG 2.1.4). */
  areSingleKeysOff: boolean
  /** What only developers need is shown: JSON, ids, Liquid and Temporal; null: nobody has decided. */
  areDeveloperDetailsShown: boolean | null
}

const USUAL: Preferences = { isSidebarFolded: false, areSingleKeysOff: false, areDeveloperDetailsShown: null }
const listeners = new Set<() => void>()

const keyNow = (): string => keyFor('preferences')

/** Reads preferences from the storage of the browser, which is untrusted and may come from another version. */
export function readPreferences(stored: string | null): Preferences {
  try {
    const read = JSON.parse(stored ?? '{}') as Partial<Preferences>
    const details = read.areDeveloperDetailsShown
    return {
      isSidebarFolded: read.isSidebarFolded === true,
      areSingleKeysOff: read.areSingleKeysOff === true,
      areDeveloperDetailsShown: typeof details === 'boolean' ? details : null,
    }
  } catch {
    return USUAL
  }
}

/** The preferences of the signed-in user, for code outside of components. */
export function currentPreferences(): Preferences {
  return readPreferences(localStorage.getItem(keyNow()))
}

/** The preferences of the signed-in user, which change on every page and in every tab at once. */
export function usePreferences(): [Preferences, (changes: Partial<Preferences>) => void] {
  // The page is drawn anew once another user is known.
  useQuery({ ...meQuery, enabled: false })
  const key = keyNow()
  const stored = useSyncExternalStore(subscribe, () => localStorage.getItem(key))
  const change = useCallback(
    (changes: Partial<Preferences>): void => {
      localStorage.setItem(key, JSON.stringify({ ...readPreferences(localStorage.getItem(key)), ...changes }))
      for (const listener of listeners) listener()
    },
    [key],
  )
  return [readPreferences(stored), change]
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
