import { DOMParser, Fragment, Slice, type Node, type ParseOptions } from 'prosemirror-model'
import { EditorState, NodeSelection, TextSelection } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import type { TextPart } from '../../../../models/domain/design/design.js'
import type { TextPlace } from '../editor-store.js'
import { isCopied } from './clipboard.js'
import { fromDocument, toDocument, toLine } from './document-of.js'
import { restoreStyles, withoutStyles } from './pasted-styles.js'
import { readWordLists } from './word-lists.js'
import { hasBlocks, readPasted, type Pasted } from './pasted.js'
import { lineSchema, textSchema } from './schema.js'
import { surfacePlugins } from './surface-keys.js'
import type { SurfaceHooks } from './surface-hooks.js'

interface Surface {
  isLine: boolean
  label: string
  className: string
  isEditable: () => boolean
  hooks: () => SurfaceHooks
}

/** Mounts a writing surface for the text of one block. */
export function mountSurface(host: Element, parts: readonly TextPart[], surface: Surface): EditorView {
  const { isLine, label, className, isEditable, hooks } = surface
  const schema = isLine ? lineSchema : textSchema
  const parser = new ClipboardParser(schema, DOMParser.fromSchema(schema).rules)
  const view = new EditorView(host, {
    state: EditorState.create({ doc: docOf(parts, isLine), plugins: surfacePlugins(schema, isLine, hooks) }),
    editable: isEditable,
    attributes: {
      role: 'textbox',
      'aria-label': label,
      'aria-multiline': String(!isLine),
      class: className,
    },
    clipboardParser: parser,
    transformPastedHTML: withoutStyles,
    dispatchTransaction(transaction) {
      view.updateState(view.state.apply(transaction))
      if (transaction.docChanged && transaction.getMeta('given') !== true)
        hooks().onChange(fromDocument(view.state.doc))
      hooks().onTouch(view)
    },
    handleDOMEvents: {
      focus: (touched) => hooks().onTouch(touched),
      blur: (touched) => hooks().onTouch(touched),
    },
    handleTextInput: (touched, _from, _to, text) => isCommand(touched, text, hooks()),
    handlePaste: (touched, event, slice) => paste(touched, event, { slice, pasted: parser.take(), isLine }, hooks()),
    handleDrop: (_touched, event) => hooks().onFiles(imagesIn(event.dataTransfer)),
  })
  return view
}

/** Puts another text into a surface, where it is another one. */
export function giveText(view: EditorView, parts: readonly TextPart[], isLine: boolean): void {
  const doc = docOf(parts, isLine)
  const { state } = view
  if (doc.eq(state.doc)) return
  const tr = state.tr.replaceWith(0, state.doc.content.size, doc.content).setMeta('given', true)
  const at = Math.min(state.selection.from, tr.doc.content.size)
  view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(at))))
}

/** Sets the focus into a surface, with the cursor at a place, or everything selected. */
export function focusSurface(view: EditorView, at: TextPlace): void {
  const { doc, tr } = view.state
  const point = typeof at === 'object' ? view.posAtCoords({ left: at.x, top: at.y })?.pos : undefined
  const selection =
    at === 'all'
      ? TextSelection.between(doc.resolve(0), doc.resolve(doc.content.size))
      : at === 'start'
        ? TextSelection.atStart(doc)
        : point === undefined
          ? TextSelection.atEnd(doc)
          : TextSelection.near(doc.resolve(point))
  view.dispatch(tr.setSelection(selection))
  view.focus()
}

/** Puts a field where the cursor is, and the cursor behind it. */
export function insertField(view: EditorView, field: string, fallback: string | null): void {
  const { state } = view
  const type = state.schema.nodes['field']
  if (!type) return
  const { selection } = state
  const marks = selection.$from.marks()
  const node = type.create({ field, fallback: fallback || null }, null, marks)
  const tr = state.tr.replaceSelectionWith(node, false)
  view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(selection.from + 1))).scrollIntoView())
  view.focus()
}

/** The field that is selected as a whole; null for another selection. */
export function selectedField({ selection }: EditorState): { field: string; fallback: string | null } | null {
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'field') return null
  const { field, fallback } = selection.node.attrs as { field: string; fallback: string | null }
  return { field, fallback }
}

function docOf(parts: readonly TextPart[], isLine: boolean): Node {
  const [first] = parts
  return isLine ? toLine(first?.type === 'paragraph' ? first.content : []) : toDocument(parts)
}

/** Whether typed signs are a command; they are then no text. */
function isCommand(view: EditorView, text: string, hooks: SurfaceHooks): boolean {
  const { $from, empty } = view.state.selection
  if (!empty) return false
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\uFFFC')
  if (text === '{' && before.endsWith('{')) {
    view.dispatch(view.state.tr.delete($from.pos - 1, $from.pos))
    hooks.onField(view)
    return true
  }
  const isParagraph = $from.depth === 1
  if (text === '/' && isParagraph && $from.parent.content.size === 0) return hooks.onSlash(view)
  if (text === ' ' && isParagraph && /^#{1,3}$/.test(before)) return hooks.onHeading(view, before.length as 1 | 2 | 3)
  if (text === '-' && isParagraph && before === '--' && $from.parent.content.size === 2) return hooks.onDivider(view)
  return false
}

interface Paste {
  slice: Slice
  pasted: Pasted | null
  isLine: boolean
}

function paste(
  view: EditorView,
  event: ClipboardEvent,
  { slice, pasted, isLine }: Paste,
  hooks: SurfaceHooks,
): boolean {
  const data = event.clipboardData
  const text = data?.getData('text/plain') ?? ''
  if (isCopied(text)) {
    hooks.onPasteBlocks(text)
    return true
  }
  const files = imagesIn(data)
  if (files.length > 0 && data?.getData('text/html') === '') return hooks.onFiles(files)
  if (pasted && hasBlocks(pasted) && hooks.onPasteParts(view, pasted)) return true
  if (pasted && pasted.dropped.length > 0) hooks.onDropped(pasted)
  if (!isLine) return false
  view.dispatch(view.state.tr.replaceSelection(new Slice(lineOf(slice), 0, 0)).scrollIntoView())
  return true
}

/** The content of a slice as one line, with a break between its paragraphs. */
function lineOf(slice: Slice): Fragment {
  const nodes: Node[] = []
  slice.content.descendants((node) => {
    if (node.isInline) nodes.push(node)
    else if (node.isTextblock && nodes.length > 0) nodes.push(lineSchema.node('hard_break'))
  })
  return Fragment.from(nodes)
}

/** The images among files that were dropped or pasted. */
export function imagesIn(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
}

/** Reads a clipboard as text of the surface, and notes what else is in it. */
class ClipboardParser extends DOMParser {
  #pasted: Pasted | null = null

  override parseSlice(dom: globalThis.Node, options?: ParseOptions): Slice {
    // Content that was copied from a surface is text alone.
    const isOwn = dom instanceof Element && dom.querySelector('[data-pm-slice]') !== null
    const isForeign = dom instanceof Element && !isOwn
    if (isForeign) {
      restoreStyles(dom)
      readWordLists(dom)
    }
    this.#pasted = isForeign ? readPasted(dom) : null
    return super.parseSlice(dom, options)
  }

  /** What was read last; null for text without markup. */
  take(): Pasted | null {
    const pasted = this.#pasted
    this.#pasted = null
    return pasted
  }
}
