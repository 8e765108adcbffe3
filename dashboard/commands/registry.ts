import { useEffect, useSyncExternalStore } from 'react'
import type { t } from '../messages/index.js'

/** An act of the dashboard, declared once: keys, palette and the list of shortcuts come from it. */
export interface Command {
  id: string
  title: string
  group: keyof (typeof t)['commands']['groups']
  /** As it is typed: `?`, `g e` for one key after another, `mod+k` with Ctrl, or Cmd on a Mac, `alt+1`, `F8`. */
  keys?: string
  run: () => void
}

const sets = new Set<readonly Command[]>()
let all: readonly Command[] = []
const listeners = new Set<() => void>()

function rebuild(): void {
  all = [...sets].flat()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The commands that there are now. */
export const currentCommands = (): readonly Command[] => all

/** The same, for a component that shows them. */
export function useCurrentCommands(): readonly Command[] {
  return useSyncExternalStore(subscribe, currentCommands)
}

/**
 * Offers commands while the component is on the page. The list has to stay the same between renders, as `useMemo` keeps
 * it. A command that the user may not give is left out of it.
 */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    sets.add(commands)
    rebuild()
    return () => {
      sets.delete(commands)
      rebuild()
    }
  }, [commands])
}
