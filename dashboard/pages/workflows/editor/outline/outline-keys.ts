import type { OutlineRow } from './outline-tree.js'

/** What a key asks for in the outline, by the pattern "Tree View" of the WAI-ARIA guide. */
export type OutlineKey =
  | { act: 'go'; id: string }
  | { act: 'open' | 'close'; id: string }
  | { act: 'add' | 'connect' | 'delete' | 'enter' | 'copy' | 'paste' | 'duplicate' | 'rename' }

interface Pressed {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

const ACTS: Readonly<Record<string, Extract<OutlineKey, { act: string }>['act']>> = {
  a: 'add',
  l: 'connect',
  d: 'duplicate',
  F2: 'rename',
  Enter: 'enter',
  ' ': 'enter',
  Delete: 'delete',
  Backspace: 'delete',
}

/** Reads a key that was pressed on a row; null where it means nothing there. */
export function outlineKey(pressed: Pressed, rows: readonly OutlineRow[], currentId: string | null): OutlineKey | null {
  const { key, altKey } = pressed
  const isMod = pressed.ctrlKey || pressed.metaKey
  if (altKey) return null
  if (isMod) return key === 'c' ? { act: 'copy' } : key === 'v' ? { act: 'paste' } : null
  const act = ACTS[key]
  if (act) return { act } as OutlineKey
  const at = rows.findIndex(({ item }) => item.id === currentId)
  const target = targetOf(key, rows, at)
  return target ?? null
}

function targetOf(key: string, rows: readonly OutlineRow[], at: number): OutlineKey | null {
  const row = rows[at]
  const go = (target: OutlineRow | undefined): OutlineKey | null => (target ? { act: 'go', id: target.item.id } : null)
  switch (key) {
    case 'ArrowDown':
      return go(rows[at + 1])
    case 'ArrowUp':
      return at > 0 ? go(rows[at - 1]) : null
    case 'Home':
      return go(rows[0])
    case 'End':
      return go(rows.at(-1))
    case 'ArrowRight':
      if (!row || row.item.children.length === 0) return null
      return row.isOpen ? go(rows[at + 1]) : { act: 'open', id: row.item.id }
    case 'ArrowLeft':
      if (!row) return null
      if (row.isOpen) return { act: 'close', id: row.item.id }
      return row.parentId === null ? null : { act: 'go', id: row.parentId }
    default:
      return null
  }
}
