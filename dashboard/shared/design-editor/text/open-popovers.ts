import type { EditorView } from 'prosemirror-view'
import type { DesignStore } from '../editor-store.js'
import { activeSurface } from './active-surface.js'

/** Where the cursor of a surface is on the screen. */
export function rectAtCursor(view: EditorView): DOMRect {
  const { left, top, bottom } = view.coordsAtPos(view.state.selection.from)
  return new DOMRect(left, top, 1, bottom - top)
}

/** Opens the list of fields at the cursor. */
export function openField(store: DesignStore, view: EditorView): void {
  store.open({ kind: 'field', rect: rectAtCursor(view), view })
}

/** Opens the form for the link of the selection in the surface that is written. */
export function openLink(store: DesignStore): void {
  const view = activeSurface.get()?.view
  if (view) store.open({ kind: 'link', rect: rectAtCursor(view), view })
}
