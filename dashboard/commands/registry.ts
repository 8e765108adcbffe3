import { useEffect, useSyncExternalStore } from 'react'
import type { t } from '../messages/index.js'

/** An action of the dashboard, declared once: keys, palette and the list of shortcuts are made from it. */
export interface Command {
  id: string
  title: string
  group: keyof (typeof t)['commands']['groups']
  /** The keys: `?`, `g e` for one key after another, `mod+k` with Ctrl, or Cmd on a Mac, `alt+1`, `F8`. */
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

/** The commands that are registered now. */
export const currentCommands = (): readonly Command[] => all

/** The registered commands, for a component that shows them. */
export function useCurrentCommands(): readonly Command[] {
  return useSyncExternalStore(subscribe, currentCommands)
}

/**
 * Registers commands while the component is mounted. The list has to keep its identity between renders (`useMemo`). It
 * leaves out commands that the user has no right to.
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
