import { isArrow, type Arrow } from './walk.js'

/** The action of a key on the canvas. */
export type CanvasKey =
  | { act: 'walk'; arrow: Arrow }
  | { act: 'nudge'; arrow: Arrow }
  | { act: 'delete' | 'copy' | 'cut' | 'paste' | 'clear' }

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
  if (isArrow(key)) return isMod ? null : { act: shiftKey ? 'nudge' : 'walk', arrow: key }
  if (isMod && !shiftKey && key.toLowerCase() === 'c') return { act: 'copy' }
  if (isMod && !shiftKey && key.toLowerCase() === 'x') return { act: 'cut' }
  if (isMod && !shiftKey && key.toLowerCase() === 'v') return { act: 'paste' }
  if (isMod) return null
  if (key === 'Delete' || key === 'Backspace') return { act: 'delete' }
  return key === 'Escape' ? { act: 'clear' } : null
}
