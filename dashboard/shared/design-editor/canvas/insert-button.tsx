import { Plus } from 'lucide-react'
import type { Block } from '../../../../models/domain/design/design.js'
import { t } from '../../../messages/index.js'
import { join } from '../../../ui/join.js'
import { labelOf } from '../../design-view/block-label.js'
import { placeAfter } from '../document/places.js'
import { useEditor } from '../editor-context.js'
import { openInsert } from './open-insert.js'

/** Opens the list of blocks for the place behind a block. */
export function InsertButton({ block, isSelected }: { block: Block; isSelected: boolean }) {
  const { store } = useEditor()
  return (
    <button
      type="button"
      tabIndex={isSelected ? 0 : -1}
      aria-label={t.designEditor.insertAfter(labelOf(block))}
      title={t.designEditor.insertHere}
      onClick={(event) => {
        event.stopPropagation()
        openInsert(store, placeAfter(store.get().design, block.id), event.currentTarget)
      }}
      className={join(
        'absolute -bottom-3 left-1/2 z-10 flex size-6 -translate-x-1/2 items-center justify-center rounded-full border border-control bg-surface text-muted hover:border-accent hover:text-accent',
        isSelected ? '' : 'opacity-0 group-hover/block:opacity-100 focus-visible:opacity-100',
      )}
    >
      <Plus aria-hidden size={14} />
    </button>
  )
}
