import type { EditorView } from 'prosemirror-view'

let active: { view: EditorView; version: number } | null = null
const listeners = new Set<() => void>()

/** Notes the surface that is written; the buttons for marks act on it. */
export function noteSurface(view: EditorView): void {
  const isActive = view.hasFocus()
  if (!isActive && active?.view !== view) return
  active = { view, version: (active?.version ?? 0) + 1 }
  for (const listener of listeners) listener()
}

/** Forgets a surface that is gone. */
export function forgetSurface(view: EditorView): void {
  if (active?.view !== view) return
  active = null
  for (const listener of listeners) listener()
}

/** The surface that is or was written last, as a store of React. */
export const activeSurface = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  get: () => active,
}
