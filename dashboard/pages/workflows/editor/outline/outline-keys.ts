import type { OutlineRow } from './outline-tree.js'

/** The action of a key in the outline, by the pattern "Tree View" of the WAI-ARIA guide for several selected nodes. */
export type OutlineKey =
  /** Walks to a row and selects it, selects all from the anchor to it, or leaves the selection as it is. */
  | { action: 'go' | 'extend' | 'move'; id: string }
  | { action: 'open' | 'close'; id: string }
  | { action: 'toggle' | 'all' }
  | { action: 'add' | 'connect' | 'delete' | 'enter' | 'copy' | 'cut' | 'paste' | 'duplicate' | 'rename' }

interface Pressed {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

type Action = Exclude<OutlineKey, { id: string }>['action']

const ACTIONS: Readonly<Record<string, Action>> = {
  a: 'add',
  l: 'connect',
  d: 'duplicate',
  F2: 'rename',
  Enter: 'enter',
  ' ': 'toggle',
  Delete: 'delete',
  Backspace: 'delete',
}
const MOD_ACTIONS: Readonly<Record<string, Action>> = { a: 'all', c: 'copy', x: 'cut', v: 'paste', ' ': 'toggle' }

/** Reads a key that was pressed on a row; null where it means nothing there. */
export function outlineKey(pressed: Pressed, rows: readonly OutlineRow[], currentId: string | null): OutlineKey | null {
  const { key, altKey, shiftKey } = pressed
  const isMod = pressed.ctrlKey || pressed.metaKey
  if (altKey) return null
  const at = rows.findIndex(({ item }) => item.id === currentId)
  const row = rowFor(key, rows, at)
  if (row) return { action: shiftKey ? 'extend' : isMod ? 'move' : 'go', id: row.item.id }
  if (shiftKey && key === ' ') return currentId === null ? null : { action: 'extend', id: currentId }
  const action = isMod ? (shiftKey ? undefined : MOD_ACTIONS[key]) : ACTIONS[key]
  if (action) return { action }
  return isMod || shiftKey ? null : sideways(key, rows, at)
}

/** The row to which a key leads up or down. */
function rowFor(key: string, rows: readonly OutlineRow[], at: number): OutlineRow | undefined {
  switch (key) {
    case 'ArrowDown':
      return rows[at + 1]
    case 'ArrowUp':
      return at > 0 ? rows[at - 1] : undefined
    case 'Home':
      return rows[0]
    case 'End':
      return rows.at(-1)
    default:
      return undefined
  }
}

/** To the right into a row, to the left out of it. */
function sideways(key: string, rows: readonly OutlineRow[], at: number): OutlineKey | null {
  const row = rows[at]
  if (!row) return null
  const { item, isOpen, parentId } = row
  if (key === 'ArrowRight') {
    const [next] = item.children.length > 0 ? rows.slice(at + 1) : []
    if (!next) return null
    return isOpen ? { action: 'go', id: next.item.id } : { action: 'open', id: item.id }
  }
  if (key !== 'ArrowLeft') return null
  if (isOpen) return { action: 'close', id: item.id }
  return parentId === null ? null : { action: 'go', id: parentId }
}
