import { Plus } from 'lucide-react'
import type { Block } from '../../../../models/domain/design/design.js'
import { t } from '../../../messages/index.js'
import { useEditor } from '../editor-context.js'
import { BlockFrame } from './block-frame.js'
import { openInsert } from './open-insert.js'

interface BlockListProps {
  parent: Block
  column: number
  blocks: readonly Block[]
}

/** The blocks of a section, of a repeat or of a column. */
export function BlockList({ parent, column, blocks }: BlockListProps) {
  const { store, isReadOnly, isNarrow } = useEditor()
  const isInColumn = parent.type === 'columns'
  if (blocks.length > 0) {
    return blocks.map((block) => <BlockFrame key={block.id} block={block} isInColumn={isInColumn} />)
  }
  if (isReadOnly || isNarrow) return <div className="min-h-12" />
  return (
    <button
      type="button"
      data-list={`${parent.id}:${column}`}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={({ currentTarget }) => openInsert(store, { parent: parent.id, column, index: 0 }, currentTarget)}
      className="m-3 flex min-h-16 w-[calc(100%-24px)] items-center justify-center gap-1.5 rounded-control border border-dashed border-(--mail-line) font-sans text-[13px] leading-[18px] text-(--mail-muted) hover:border-accent"
    >
      <Plus aria-hidden size={14} />
      {t.designEditor.insertHere}
    </button>
  )
}
