import { useMemo, useState, type DragEvent } from 'react'
import { Plus } from 'lucide-react'
import { t } from '../../../messages/index.js'
import { Button } from '../../../ui/button.js'
import { lookOf } from '../../../../models/domain/design/look.js'
import { lookStyle } from '../../design-view/mail-look.js'
import { endOf } from '../document/places.js'
import { useEditor, useEditorState } from '../editor-context.js'
import { imagesIn } from '../text/mount-surface.js'
import { BlockFrame } from './block-frame.js'
import { CanvasLook } from './canvas-look.js'
import { drop, dropTarget, endDrag, type DropTarget } from './drag.js'
import { openInsert } from './open-insert.js'
import { useImageUpload } from './use-image-upload.js'

const PHONE_PX = 375

interface CanvasProps {
  width: '600' | '375'
  scheme: 'light' | 'dark'
}

/** The message as it is written: its blocks at the width and in the colours of a mailbox. */
export function Canvas({ width, scheme }: CanvasProps) {
  const { store, brand, isReadOnly, isNarrow } = useEditor()
  const blocks = useEditorState(({ design }) => design.blocks)
  const theme = useEditorState(({ design }) => design.theme)
  const look = useMemo(() => lookOf(theme, brand), [theme, brand])
  const shown = useMemo(() => ({ look, scheme }), [look, scheme])
  const style = useMemo(() => lookStyle(look, scheme), [look, scheme])
  const { target, handlers } = useDrop()
  return (
    // A click beside the blocks shows the settings of the message again; by the keyboard Escape does.
    <div
      className="relative min-h-full bg-(--mail-canvas) px-4 py-6 max-wide:px-1"
      style={{ ...style, colorScheme: scheme }}
      onPointerDown={() => store.select(null)}
      {...(isReadOnly || isNarrow ? {} : handlers)}
    >
      <div
        data-mail
        data-width={width}
        role="group"
        aria-label={t.designEditor.canvas}
        style={{ maxWidth: width === '375' ? PHONE_PX : look.width }}
        className="mx-auto min-h-40 bg-(--mail-surface) font-(family-name:--mail-font) text-[16px] leading-[25.6px] text-(--mail-ink)"
      >
        <CanvasLook value={shown}>
          {blocks.map((block) => (
            <BlockFrame key={block.id} block={block} isInColumn={false} />
          ))}
        </CanvasLook>
        {blocks.length === 0 && !isReadOnly && (
          <div className="flex flex-col items-center gap-3 px-6 py-16 text-center font-sans text-[14px] leading-[20px]">
            <p className="text-(--mail-muted)">{t.designEditor.emptyText}</p>
            <Button
              icon={Plus}
              onClick={({ currentTarget }) => openInsert(store, endOf(store.get().design), currentTarget)}
            >
              {t.designEditor.addBlock}
            </Button>
          </div>
        )}
      </div>
      {target && (
        <div
          aria-hidden
          style={target.line}
          className="pointer-events-none absolute z-20 h-0.5 -translate-y-px rounded-full bg-accent"
        />
      )}
    </div>
  )
}

/** Takes blocks and pictures that are dragged over the message. */
function useDrop() {
  const { store } = useEditor()
  const [target, setTarget] = useState<DropTarget | null>(null)
  const upload = useImageUpload()
  const handlers = {
    onDragOver: (event: DragEvent<HTMLElement>): void => {
      const found = dropTarget(event, store.get().design)
      setTarget(found)
      if (found) event.preventDefault()
    },
    onDragLeave: (event: DragEvent<HTMLElement>): void => {
      const isInside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)
      if (!isInside) setTarget(null)
    },
    onDragEnd: (): void => {
      setTarget(null)
      endDrag()
    },
    onDrop: (event: DragEvent<HTMLElement>): void => {
      const found = dropTarget(event, store.get().design)
      setTarget(null)
      if (!found) return
      event.preventDefault()
      const files = imagesIn(event.dataTransfer)
      if (files.length > 0) upload(files, found.place)
      else drop(store, found)
    },
  }
  return { target, handlers }
}
