import { isArrow, type Arrow } from './walk.js'

/** The action of a key on the canvas. */
export type CanvasKey =
  | { action: 'walk'; arrow: Arrow }
  | { action: 'nudge'; arrow: Arrow }
  | { action: 'delete' | 'copy' | 'cut' | 'paste' | 'clear' }

interface Pressed {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/** Reads a key: arrows move the focus, and with Shift the steps. Null for a key without an action. */
export function canvasKey({ key, shiftKey, ctrlKey, metaKey, altKey }: Pressed): CanvasKey | null {
  if (altKey) return null
  const isMod = ctrlKey || metaKey
  if (isArrow(key)) return isMod ? null : { action: shiftKey ? 'nudge' : 'walk', arrow: key }
  if (isMod && !shiftKey && key.toLowerCase() === 'c') return { action: 'copy' }
  if (isMod && !shiftKey && key.toLowerCase() === 'x') return { action: 'cut' }
  if (isMod && !shiftKey && key.toLowerCase() === 'v') return { action: 'paste' }
  if (isMod) return null
  if (key === 'Delete' || key === 'Backspace') return { action: 'delete' }
  return key === 'Escape' ? { action: 'clear' } : null
}
