import { memo, use, useEffect, useMemo, useRef, type ClipboardEvent, type KeyboardEvent } from 'react'
import { Plus, Split } from 'lucide-react'
import type { Block } from '../../../../models/domain/design/design.js'
import { t } from '../../../messages/index.js'
import { join } from '../../../ui/join.js'
import { BlockBody, type BlockSlots } from '../../design-view/block-body.js'
import { insetOf } from '../../design-view/insets.js'
import { labelOf } from '../../design-view/block-label.js'
import { placeAfter } from '../document/places.js'
import { useEditor, useEditorState } from '../editor-context.js'
import { copiedText, isCopied } from '../text/clipboard.js'
import { imagesIn } from '../text/mount-surface.js'
import { runBlockKey } from './block-keys.js'
import { BlockList } from './block-list.js'
import { BlockText } from './block-text.js'
import { BlockTools } from './block-tools.js'
import { CanvasLook } from './canvas-look.js'
import { EmptyImage } from './empty-image.js'
import { pasteBlocks } from './paste-blocks.js'
import { openInsert } from './open-insert.js'
import { useImageUpload } from './use-image-upload.js'

/** A block on the canvas: it can be selected as a whole, and its text can be written. */
export const BlockFrame = memo(function BlockFrame({ block, isInColumn }: { block: Block; isInColumn: boolean }) {
  const { store, brand, projectName, isReadOnly, isNarrow } = useEditor()
  const { look, scheme } = use(CanvasLook)
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
  const slots = useMemo(
    (): BlockSlots => ({
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
  const isFixed = isReadOnly || isNarrow
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return
    const onInsert = (): void => openInsert(store, placeAfter(store.get().design, id), frame.current)
    if (runBlockKey(event, block, { store, isTextOnly: isFixed, onInsert })) return
    if (!['ArrowUp', 'ArrowDown'].includes(event.key) || event.altKey) return
    const next = store.beside(id, event.key === 'ArrowUp' ? -1 : 1)
    if (!next) return
    event.preventDefault()
    store.focus(next.id)
  }
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
      onPointerDown={(event) => {
        event.stopPropagation()
        if (!(event.target instanceof Element) || event.target.closest('[role=textbox], button') !== null) {
          store.select(id)
          return
        }
        // The text becomes a writing surface only now: the browser would set the cursor into what is gone then.
        event.preventDefault()
        const isText = event.target.closest('[data-text]') !== null
        store.focus(id, isText ? { x: event.clientX, y: event.clientY } : 'block')
      }}
      onKeyDown={onKeyDown}
      {...useBlockClipboard(block, isFixed)}
      className={join(
        'group/block relative scroll-m-10 rounded-[2px] -outline-offset-1',
        insetOf(block, isInColumn),
        isSelected ? 'outline-2 outline-accent' : 'hover:outline-1 hover:outline-accent/40 focus-visible:outline-2',
      )}
    >
      {block.when && (
        <span className="absolute top-0 left-0 z-10 inline-flex items-center gap-1 rounded-br-control bg-info px-1.5 py-0.5 font-sans text-small text-surface">
          <Split aria-hidden size={12} />
          {t.designEditor.conditional}
        </span>
      )}
      <BlockBody block={block} slots={slots} />
      {isSelected && !isFixed && <BlockTools block={block} />}
      {!isFixed && (
        <button
          type="button"
          tabIndex={isSelected ? 0 : -1}
          aria-label={t.designEditor.insertAfter(labelOf(block))}
          title={t.designEditor.insertHere}
          onClick={(event) => {
            event.stopPropagation()
            openInsert(store, placeAfter(store.get().design, id), event.currentTarget)
          }}
          className={join(
            'absolute -bottom-3 left-1/2 z-10 flex size-6 -translate-x-1/2 items-center justify-center rounded-full border border-control bg-surface text-muted hover:border-accent hover:text-accent',
            isSelected ? '' : 'opacity-0 group-hover/block:opacity-100 focus-visible:opacity-100',
          )}
        >
          <Plus aria-hidden size={14} />
        </button>
      )}
    </div>
  )
})

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
