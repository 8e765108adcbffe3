import type { KeyboardEvent } from 'react'
import { isTextual } from '../../design-view/textual.js'
import type { Block } from '../../../../models/domain/design/design.js'
import { findBlock } from '../document/block-tree.js'
import type { DesignStore } from '../editor-store.js'

interface Keys {
  store: DesignStore
  /** Whether only texts are edited. */
  isTextOnly: boolean
  onInsert: () => void
}

/** Runs the command of a key on a block that has the focus as a whole, on the canvas and in the outline alike. */
export function runBlockKey(event: KeyboardEvent, block: Block, { store, isTextOnly, onInsert }: Keys): boolean {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event
  const isMod = ctrlKey || metaKey
  const { id } = block
  const run = commandOf()
  if (!run) return false
  event.preventDefault()
  event.stopPropagation()
  run()
  return true

  function commandOf(): (() => void) | null {
    if (isMod && key.toLowerCase() === 'z') return () => (shiftKey ? store.redo() : store.undo())
    if (isMod && key.toLowerCase() === 'y') return () => store.redo()
    if (isMod) return null
    if (altKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
      return isTextOnly ? null : () => store.move(id, key === 'ArrowUp' ? -1 : 1)
    }
    if (altKey) return null
    if (key === 'Enter') return () => store.focus(id, isTextual(block) ? 'end' : 'settings')
    if (key === 'Escape') return () => selectParent(store, id)
    if (isTextOnly) return null
    if (key === 'd') return () => store.duplicate(id)
    if (key === 'Delete' || key === 'Backspace') return () => store.remove(id)
    return key === '/' ? onInsert : null
  }
}

function selectParent(store: DesignStore, id: string): void {
  const parent = findBlock(store.get().design, id)?.place.parent ?? null
  if (parent !== null) store.focus(parent)
  else store.select(null)
}
