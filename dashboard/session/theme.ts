import { useSyncExternalStore } from 'react'
import { keyFor, keysOfKind } from './stored.js'
import { knownUserId } from './user.js'

/** The themes that a person chooses from. */
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const KIND = 'theme'
const listeners = new Set<() => void>()

function readTheme(): Theme {
  const stored = localStorage.getItem(keyOfTheme())
  return THEMES.find((theme) => theme === stored) ?? 'system'
}

/** The key of the user. Without a known user it is that of the only user who has chosen a theme in this browser. */
function keyOfTheme(): string {
  if (knownUserId() !== null) return keyFor(KIND)
  const [only, other] = keysOfKind(KIND)
  return only !== undefined && other === undefined ? only : keyFor(KIND)
}

/** The theme that the user has chosen in this browser. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows the page in a theme from now on. */
export function chooseTheme(theme: Theme): void {
  localStorage.setItem(keyFor(KIND), theme)
  applyTheme()
  for (const listener of listeners) listener()
}

/** Shows the page in the chosen theme, which is another one once another user is known. */
export function applyTheme(): void {
  document.documentElement.dataset['theme'] = readTheme()
}
