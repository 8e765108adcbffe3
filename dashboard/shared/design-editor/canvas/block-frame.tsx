import {
  memo,
  use,
  useEffect,
  useMemo,
  useRef,
  type ClipboardEvent,
  type KeyboardEvent,
  type PointerEvent,
} from 'react'
import { Split } from 'lucide-react'
import type { Block } from '../../../../models/domain/design/design.js'
import { t } from '../../../messages/index.js'
import { join } from '../../../ui/join.js'
import { BlockBody, type BlockSlots } from '../../design-view/block-body.js'
import { insetOf } from '../../design-view/insets.js'
import { labelOf } from '../../design-view/block-label.js'
import { placeAfter } from '../document/places.js'
import { useEditor, useEditorState } from '../editor-context.js'
import type { DesignStore } from '../editor-store.js'
import { copiedText, isCopied } from '../text/clipboard.js'
import { imagesIn } from '../text/mount-surface.js'
import { runBlockKey } from './block-keys.js'
import { BlockList } from './block-list.js'
import { BlockText } from './block-text.js'
import { BlockTools } from './block-tools.js'
import { CanvasLook } from './canvas-look.js'
import { InsertButton } from './insert-button.js'
import { EmptyImage } from './empty-image.js'
import { pasteBlocks } from './paste-blocks.js'
import { openInsert } from './open-insert.js'
import { useImageUpload } from './use-image-upload.js'

/** A block on the canvas: it can be selected as a whole, and its text can be written. */
export const BlockFrame = memo(function BlockFrame({ block, isInColumn }: { block: Block; isInColumn: boolean }) {
  const { store, isReadOnly, isNarrow } = useEditor()
  const { id } = block
  const frame = useRef<HTMLDivElement>(null)
  const isSelected = useEditorState(({ selectedId }) => selectedId === id)
  const isFirst = useEditorState(({ selectedId, design }) => selectedId === null && design.blocks[0]?.id === id)
  const wish = useEditorState((state) => (state.wish?.id === id ? state.wish : null))
  useEffect(() => {
    if (!wish) return
    if (wish.at === 'block') frame.current?.focus({ preventScroll: true })
    frame.current?.scrollIntoView({ block: 'nearest' })
  }, [wish])
  const slots = useSlots()
  const isFixed = isReadOnly || isNarrow
  return (
    <div
      ref={frame}
      data-block={id}
      role="group"
      aria-label={labelOf(block)}
      aria-roledescription={t.designEditor.block}
      tabIndex={isSelected || isFirst ? 0 : -1}
      onFocus={(event) => {
        event.stopPropagation()
        if (event.target === event.currentTarget) store.select(id)
      }}
      onPointerDown={(event) => press(event, store, id)}
      onKeyDown={(event) => runKey(event, block, { store, isTextOnly: isFixed })}
      {...useBlockClipboard(block, isFixed)}
      className={join(
        'group/block relative scroll-m-10 rounded-[2px] -outline-offset-1',
        insetOf(block, isInColumn),
        isSelected ? 'outline-2 outline-accent' : 'hover:outline-1 hover:outline-accent/40 focus-visible:outline-2',
      )}
    >
      {block.when && <Conditional />}
      <BlockBody block={block} slots={slots} />
      {isSelected && !isFixed && <BlockTools block={block} />}
      {!isFixed && <InsertButton block={block} isSelected={isSelected} />}
    </div>
  )
})

/** The parts of a block that can be written, and the blocks in it. */
function useSlots(): BlockSlots {
  const { brand, projectName } = useEditor()
  const { look, scheme } = use(CanvasLook)
  return useMemo(
    () => ({
      look,
      scheme,
      brand,
      projectName,
      text: (written, kind) => <BlockText block={written} kind={kind} />,
      list: (parent, column, blocks) => <BlockList parent={parent} column={column} blocks={blocks} />,
      noImage: (image) => <EmptyImage block={image} />,
    }),
    [look, scheme, brand, projectName],
  )
}

/** Selects the pressed block; in a text that is not written yet, the cursor goes where the pointer is. */
function press(event: PointerEvent, store: DesignStore, id: string): void {
  event.stopPropagation()
  if (!(event.target instanceof Element) || event.target.closest('[role=textbox], button') !== null) {
    store.select(id)
    return
  }
  // The text becomes a writing surface only now: the browser would set the cursor into what is gone then.
  event.preventDefault()
  const isText = event.target.closest('[data-text]') !== null
  store.focus(id, isText ? { x: event.clientX, y: event.clientY } : 'block')
}

/** Runs the command of a key on a block that has the focus as a whole; arrows lead to its neighbours. */
function runKey(event: KeyboardEvent, block: Block, keys: { store: DesignStore; isTextOnly: boolean }): void {
  if (event.target !== event.currentTarget) return
  const { store } = keys
  const frame = event.currentTarget
  const onInsert = (): void => openInsert(store, placeAfter(store.get().design, block.id), frame)
  if (runBlockKey(event, block, { ...keys, onInsert })) return
  if (!['ArrowUp', 'ArrowDown'].includes(event.key) || event.altKey) return
  const next = store.beside(block.id, event.key === 'ArrowUp' ? -1 : 1)
  if (!next) return
  event.preventDefault()
  store.focus(next.id)
}

function Conditional() {
  return (
    <span className="absolute top-0 left-0 z-10 inline-flex items-center gap-1 rounded-br-control bg-info px-1.5 py-0.5 font-sans text-small text-surface">
      <Split aria-hidden size={12} />
      {t.designEditor.conditional}
    </span>
  )
}

/** Copies, cuts and pastes a block that has the focus as a whole. */
function useBlockClipboard(block: Block, isFixed: boolean) {
  const { store } = useEditor()
  const upload = useImageUpload()
  const isOwn = (event: ClipboardEvent): boolean => event.target === event.currentTarget
  const copy = (event: ClipboardEvent): boolean => {
    if (!isOwn(event)) return false
    event.preventDefault()
    event.stopPropagation()
    event.clipboardData.setData('text/plain', copiedText([block]))
    return true
  }
  return {
    onCopy: (event: ClipboardEvent): void => {
      if (copy(event)) store.say(t.designEditor.copied(labelOf(block)))
    },
    onCut: (event: ClipboardEvent): void => {
      if (!isFixed && copy(event)) store.remove(block.id)
    },
    onPaste: (event: ClipboardEvent): void => {
      if (isFixed || !isOwn(event)) return
      event.preventDefault()
      event.stopPropagation()
      const text = event.clipboardData.getData('text/plain')
      if (isCopied(text)) pasteBlocks(store, text, block.id)
      else upload(imagesIn(event.clipboardData), placeAfter(store.get().design, block.id))
    },
  }
}
