import { ArrowDown, ArrowUp, Copy, Ellipsis, GripVertical, Trash2 } from 'lucide-react'
import type { Block } from '../../../../models/domain/design/design.js'
import { t } from '../../../messages/index.js'
import { IconButton } from '../../../ui/button.js'
import { Menu } from '../../../ui/menu.js'
import { useEditor } from '../editor-context.js'
import { dragBlock } from './drag.js'
import { moreActions } from './more-actions.js'

/** The commands on the selected block, above its corner. */
export function BlockTools({ block }: { block: Block }) {
  const { store } = useEditor()
  const { id } = block
  return (
    <div
      role="toolbar"
      aria-label={t.designEditor.tools(t.designView.blocks[block.type])}
      onPointerDown={(event) => event.stopPropagation()}
      className="absolute -top-4 right-2 z-20 flex items-center rounded-control border border-line bg-surface font-sans text-[14px] leading-[20px] font-normal text-ink not-italic shadow-float"
    >
      <span
        aria-hidden
        draggable
        title={t.designEditor.drag}
        onDragStart={(event) => dragBlock(event, id)}
        className="flex h-7 cursor-grab items-center gap-1 border-r border-line pr-2 pl-1 text-small text-muted"
      >
        <GripVertical size={14} />
        {t.designView.blocks[block.type]}
      </span>
      <IconButton icon={ArrowUp} label={t.designEditor.moveUp} className="size-7" onClick={() => store.move(id, -1)} />
      <IconButton
        icon={ArrowDown}
        label={t.designEditor.moveDown}
        className="size-7"
        onClick={() => store.move(id, 1)}
      />
      <IconButton icon={Copy} label={t.designEditor.duplicate} className="size-7" onClick={() => store.duplicate(id)} />
      <IconButton icon={Trash2} label={t.designEditor.remove} className="size-7" onClick={() => store.remove(id)} />
      <Menu
        trigger={<IconButton icon={Ellipsis} label={t.designEditor.more} className="size-7" />}
        groups={moreActions(store, block)}
      />
    </div>
  )
}
