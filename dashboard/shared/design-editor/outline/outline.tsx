import { useRef, type KeyboardEvent } from 'react'
import { CircleAlert, Split } from 'lucide-react'
import { t } from '../../../messages/index.js'
import { join } from '../../../ui/join.js'
import { BLOCK_ICONS } from '../block-types.js'
import { runBlockKey } from '../canvas/block-keys.js'
import { openInsert } from '../canvas/open-insert.js'
import { excerptOf, labelOf } from '../../design-view/block-label.js'
import { allBlocks, blocksOf, type FoundBlock } from '../document/block-tree.js'
import { faultOf } from '../../design-view/block-fault.js'
import { placeAfter } from '../document/places.js'
import { useEditor, useEditorState } from '../editor-context.js'

const INDENT_PX = 14

/** The message as a tree, with the same commands as on the canvas. */
export function Outline() {
  const { store, isReadOnly } = useEditor()
  const design = useEditorState((state) => state.design)
  const selectedId = useEditorState((state) => state.selectedId)
  const tree = useRef<HTMLDivElement>(null)
  const rows = allBlocks(design)
  const currentId = rows.some(({ block }) => block.id === selectedId) ? selectedId : (rows[0]?.block.id ?? null)
  const rowOf = (id: string): HTMLElement | null => tree.current?.querySelector(`[data-row="${id}"]`) ?? null
  const go = (id: string | undefined): void => {
    if (id === undefined) return
    store.select(id)
    rowOf(id)?.focus()
    document.querySelector(`[data-block="${id}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = rows.findIndex(({ block }) => block.id === currentId)
    const row = rows[at]
    if (!row) return
    const { block, place } = row
    const plain = !event.altKey && !event.ctrlKey && !event.metaKey
    const targets: Record<string, string | null | undefined> = {
      ArrowDown: rows[at + 1]?.block.id,
      ArrowUp: rows[at - 1]?.block.id,
      Home: rows[0]?.block.id,
      End: rows.at(-1)?.block.id,
      ArrowLeft: place.parent,
      ArrowRight: rows[at + 1]?.place.parent === block.id ? rows[at + 1]?.block.id : undefined,
    }
    if (plain && event.key in targets) {
      event.preventDefault()
      go(targets[event.key] ?? undefined)
      return
    }
    const onInsert = (): void => openInsert(store, placeAfter(design, block.id), rowOf(block.id))
    const isEdit = event.altKey || event.key === 'd' || event.key === 'Delete' || event.key === 'Backspace'
    if (!runBlockKey(event, block, { store, isTextOnly: isReadOnly, onInsert }) || !isEdit) return
    // The focus stays in the tree: the canvas would take it.
    const { selectedId: next } = store.get()
    requestAnimationFrame(() => next !== null && rowOf(next)?.focus())
  }
  if (rows.length === 0) return <p className="p-3 text-small text-muted">{t.designEditor.emptyOutline}</p>
  return (
    <div ref={tree} role="tree" aria-label={t.designEditor.outline} onKeyDown={onKeyDown} className="p-1.5">
      {rows.map((row) => (
        <Row
          key={row.block.id}
          row={row}
          size={blocksOf(design, row.place).length}
          isCurrent={row.block.id === currentId}
          isSelected={row.block.id === selectedId}
          onGo={() => go(row.block.id)}
        />
      ))}
    </div>
  )
}

interface RowProps {
  row: FoundBlock
  size: number
  isCurrent: boolean
  isSelected: boolean
  onGo: () => void
}

function Row({ row: { block, place, ancestors }, size, isCurrent, isSelected, onGo }: RowProps) {
  const Icon = BLOCK_ICONS[block.type]
  const excerpt = excerptOf(block)
  const fault = faultOf(block)
  return (
    <div
      role="treeitem"
      data-row={block.id}
      tabIndex={isCurrent ? 0 : -1}
      aria-label={fault === null ? labelOf(block) : `${labelOf(block)}. ${t.designEditor.faults[fault]}`}
      aria-level={ancestors.length + 1}
      aria-posinset={place.index + 1}
      aria-setsize={size}
      aria-selected={isSelected}
      onClick={onGo}
      style={{ paddingLeft: 8 + ancestors.length * INDENT_PX }}
      className={join(
        'flex h-8 cursor-pointer items-center gap-2 rounded-control pr-2 outline-offset-[-2px] select-none hover:bg-raised',
        isSelected && 'bg-raised font-medium',
      )}
    >
      <Icon aria-hidden size={14} className="shrink-0 text-muted" />
      <span className={join('min-w-0 flex-1 truncate', excerpt === '' && 'text-muted')}>
        {excerpt || t.designView.blocks[block.type]}
      </span>
      {block.when && <Split aria-hidden size={14} className="shrink-0 text-info" />}
      {fault !== null && <CircleAlert aria-hidden size={14} className="shrink-0 text-bad" />}
    </div>
  )
}
