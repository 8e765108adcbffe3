import type { EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { TextPart } from '../../../../models/domain/design/design.js'
import type { Pasted } from './pasted.js'

/** What a writing surface asks of the editor around it. */
export interface SurfaceHooks {
  onChange: (parts: TextPart[]) => void
  /** The selection or the text has changed, or the focus has come or gone. */
  onTouch: (view: EditorView) => void
  onUndo: () => void
  onRedo: () => void
  onEscape: () => void
  onMove: (by: 1 | -1) => void
  /** The link of the selection is to be edited. */
  onLink: () => void
  /** `{{` was typed: a field is to be chosen. */
  onField: (view: EditorView) => void
  /** `/` was typed in an empty paragraph: a block is to be chosen. False where the sign is text. */
  onSlash: (view: EditorView) => boolean
  /** `#` to `###` stand at the beginning of a paragraph. */
  onHeading: (view: EditorView, level: 1 | 2 | 3) => boolean
  /** A paragraph consists of `---`. */
  onDivider: (view: EditorView) => boolean
  /** Enter in a surface of one line. */
  onEnter: (view: EditorView, state: EditorState) => void
  /** An arrow key leads out of the text. False where there is nothing to go to. */
  onLeave: (by: 1 | -1) => boolean
  /** Backspace at the very beginning. */
  onJoin: () => boolean
  /** Copied blocks were pasted, as the text of the clipboard. */
  onPasteBlocks: (text: string) => void
  /** Content with more than text in it was pasted. False where only its text is to be taken. */
  onPasteParts: (view: EditorView, pasted: Pasted) => boolean
  onDropped: (pasted: Pasted) => void
  onFiles: (files: File[]) => boolean
}
