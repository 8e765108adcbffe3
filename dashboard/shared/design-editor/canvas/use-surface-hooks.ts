import type { EditorView } from 'prosemirror-view'
import type { Block, TextPart } from '../../../../models/domain/design/design.js'
import { t } from '../../../messages/index.js'
import { toast } from '../../../ui/toast.js'
import { isTextual, partsOf, type TextualBlock } from '../../design-view/textual.js'
import { allBlocks, findBlock, idsOf } from '../document/block-tree.js'
import { newBlock, newBlockId } from '../document/new-block.js'
import { placeAfter } from '../document/places.js'
import { headingOf, inlineOf, isBlank, splitText, textBlock } from '../document/text-parts.js'
import { useEditor } from '../editor-context.js'
import { firstPlace, type DesignStore, type Wish } from '../editor-store.js'
import { pasteBlocks } from './paste-blocks.js'
import { noteSurface } from '../text/active-surface.js'
import { fromDocument } from '../text/document-of.js'
import type { Pasted } from '../text/pasted.js'
import type { SurfaceHooks } from '../text/surface-hooks.js'
import { openField, openLink, rectAtCursor } from '../text/open-popovers.js'
import { useImageUpload } from './use-image-upload.js'

/** What the writing surface of a block asks of the editor. */
export function useSurfaceHooks(block: TextualBlock): SurfaceHooks {
  const { store } = useEditor()
  const upload = useImageUpload()
  const { id } = block
  const isText = block.type === 'text'
  const split: Split = (view, middle, wish) => {
    const found = store.block(id)
    if (found?.type !== 'text') return false
    const { before, line, after } = aroundCursor(view)
    const made = middle(line)
    const [first] = made
    if (first) store.replace(id, splitText(found, before, made, after), { id: first.id, at: wish })
    return true
  }
  return {
    onChange: (parts) => store.write(block, parts),
    onTouch: (view) => {
      noteSurface(view)
      if (view.hasFocus()) store.select(id)
    },
    onUndo: () => store.undo(),
    onRedo: () => store.redo(),
    onEscape: () => store.focus(id, 'block'),
    onMove: (by) => {
      store.move(id, by)
      store.focus(id, 'end')
    },
    onLink: () => openLink(store),
    onField: (view) => openField(store, view),
    onSlash: (view) => isText && openSlash(store, view, split),
    onHeading: (view, level) => isText && split(view, (line) => [headingOf(withoutSigns(line, level), level)], 'start'),
    onDivider: (view) => isText && divide(store, view, split),
    onEnter: (view) => exitLine(store, block, view),
    onLeave: (by) => leave(store, id, by),
    onJoin: () => join(store, id),
    onPasteBlocks: (text) => pasteBlocks(store, text, id),
    onPasteParts: (view, pasted) => {
      sayDropped(pasted)
      const made = blocksOfPasted(pasted)
      if (isText) return split(view, (line) => [...lineOf(line), ...made], 'block')
      store.insert(made, placeAfter(store.get().design, id))
      return true
    },
    onDropped: sayDropped,
    onFiles: (files) => upload(files, placeAfter(store.get().design, id)),
  }
}

/** Puts other blocks where the line of the cursor is. False where the text is none of lines. */
type Split = (view: EditorView, middle: (line: TextPart) => Block[], wish: Wish['at']) => boolean

/** Opens the list of blocks in an empty line; the chosen one takes its place. */
function openSlash(store: DesignStore, view: EditorView, split: Split): true {
  store.open({
    kind: 'insert',
    rect: rectAtCursor(view),
    choose: (type) => {
      const made = newBlock(type)
      split(view, () => [made], firstPlace(made))
    },
    // The sign is text after all.
    cancel: () => {
      view.dispatch(view.state.tr.insertText('/'))
      view.focus()
    },
  })
  return true
}

/** Makes a line of the paragraph, and goes on below it. */
function divide(store: DesignStore, view: EditorView, split: Split): boolean {
  const rest = textBlock([])
  const isLast = aroundCursor(view).after.length === 0
  const isDone = split(view, () => [{ id: newBlockId(), type: 'divider' }, ...(isLast ? [rest] : [])], 'block')
  if (isLast && isDone) store.focus(rest.id, 'end')
  return isDone
}

/** The parts before and after the line of the cursor, and that line. */
function aroundCursor(view: EditorView): { before: TextPart[]; line: TextPart; after: TextPart[] } {
  const parts = fromDocument(view.state.doc)
  const at = view.state.selection.$from.index(0)
  const line = parts[at] ?? { type: 'paragraph', content: [] }
  return { before: parts.slice(0, at), line, after: parts.slice(at + 1) }
}

function withoutSigns(line: TextPart, count: number) {
  const [first, ...rest] = inlineOf([line])
  if (!first || !('text' in first)) return inlineOf([line])
  const text = first.text.slice(count)
  return text === '' ? rest : [{ ...first, text }, ...rest]
}

function lineOf(line: TextPart): Block[] {
  return line.type === 'paragraph' && line.content.length === 0 ? [] : [textBlock([line])]
}

function blocksOfPasted({ parts }: Pasted): Block[] {
  return parts.map((part) => ('block' in part ? part.block : textBlock(part.text)))
}

function sayDropped({ dropped }: Pasted): void {
  if (dropped.length > 0)
    toast(t.designEditor.dropped(dropped.map((kind) => t.designEditor.droppedKinds[kind]).join(', ')))
}

/** Leaves a block of one line for a paragraph below it, which gets what stands behind the cursor. */
function exitLine(store: DesignStore, block: TextualBlock, view: EditorView): void {
  const { state } = view
  const { to, $to } = state.selection
  const [rest] = fromDocument(state.doc.type.create(null, [state.doc.child(0).cut($to.parentOffset)]))
  const hasRest = block.type !== 'button' && rest !== undefined && inlineOf([rest]).length > 0
  if (hasRest) view.dispatch(state.tr.delete(to, $to.end()))
  const next = textBlock(hasRest ? [{ type: 'paragraph', content: inlineOf([rest]) }] : [])
  store.insert([next], placeAfter(store.get().design, block.id))
  const { selectedId } = store.get()
  if (selectedId !== null) store.focus(selectedId, 'start')
}

function leave(store: DesignStore, id: string, by: 1 | -1): boolean {
  const next = store.beside(id, by)
  if (!next) return false
  store.focus(next.id, isTextual(next) ? (by === 1 ? 'start' : 'end') : 'block')
  return true
}

/** Joins a text with the one above, or removes an empty one. */
function join(store: DesignStore, id: string): boolean {
  const { design } = store.get()
  const found = findBlock(design, id)
  if (!found || !isTextual(found.block)) return false
  const { block, place } = found
  const all = allBlocks(design)
  const above = all.findLast(({ place: { parent, column, index } }) => {
    return parent === place.parent && column === place.column && index === place.index - 1
  })?.block
  if (isBlank(block)) {
    const isAlone = idsOf(block).length === all.length
    if (isAlone) return false
    const target = above ?? store.beside(id, -1) ?? store.beside(id, 1)
    store.replace(id, [], target && { id: target.id, at: isTextual(target) ? 'end' : 'block' })
    return true
  }
  if (block.type !== 'text' || above?.type !== 'text') return false
  store.remove(id)
  store.write(above, [...partsOf(above), ...partsOf(block)])
  store.focus(above.id, 'end')
  return true
}
