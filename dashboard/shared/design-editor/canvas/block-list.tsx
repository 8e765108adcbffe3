import { Plus } from 'lucide-react'
import type { Block } from '../../../../models/domain/design/design.js'
import { t } from '../../../messages/index.js'
import type { ListOf } from '../document/block-tree.js'
import { useEditor } from '../editor-context.js'
import { BlockFrame } from './block-frame.js'
import { openInsert } from './open-insert.js'

/** The blocks of a section, of a repeat or of a column. */
export function BlockList({ list, blocks }: { list: ListOf; blocks: readonly Block[] }) {
  const { store, isReadOnly, isNarrow } = useEditor()
  if (blocks.length > 0) return blocks.map((block) => <BlockFrame key={block.id} block={block} isNested />)
  if (isReadOnly || isNarrow) return <div className="min-h-12" />
  return (
    <button
      type="button"
      data-list={`${list.parent ?? ''}:${list.column}`}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={({ currentTarget }) => openInsert(store, { ...list, index: 0 }, currentTarget)}
      className="flex min-h-16 w-full items-center justify-center gap-1.5 rounded-control border border-dashed border-(--mail-line) font-sans text-[13px] leading-[18px] text-(--mail-muted) hover:border-accent"
    >
      <Plus aria-hidden size={14} />
      {t.designEditor.insertHere}
    </button>
  )
}
