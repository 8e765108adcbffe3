import { Columns2, Heading, Pilcrow, Quote, Repeat, SquareDashed, Ungroup } from 'lucide-react'
import type { Block } from '../../../../models/domain/design/design.js'
import { t } from '../../../messages/index.js'
import type { MenuProps } from '../../../ui/menu-groups.js'
import { isTextual } from '../../design-view/textual.js'
import { findBlock } from '../document/block-tree.js'
import { isContainer } from '../../design-view/lists.js'
import { convert } from '../document/text-parts.js'
import type { DesignStore } from '../editor-store.js'

const TURNS = [
  { to: 'text', icon: Pilcrow },
  { to: 'heading', icon: Heading },
  { to: 'quote', icon: Quote },
] as const
const WRAPS = [
  { type: 'section', icon: SquareDashed },
  { type: 'columns', icon: Columns2 },
  { type: 'repeat', icon: Repeat },
] as const

/** The rarer commands on a block, those that are possible. */
export function moreActions(store: DesignStore, block: Block): MenuProps['groups'] {
  const isOutside = findBlock(store.get().design, block.id)?.place.parent === null
  const turns =
    isTextual(block) && block.type !== 'button'
      ? TURNS.filter(({ to }) => to !== block.type).map(({ to, icon }) => ({
          label: t.designEditor.turnInto(t.designView.blocks[to]),
          icon,
          onSelect: () => store.replace(block.id, [convert(block, to)], { id: block.id, at: 'end' }),
        }))
      : []
  const wraps = WRAPS.filter(({ type }) => isOutside && canWrap(block, type)).map(({ type, icon }) => ({
    label: t.designEditor.wrapIn(t.designView.blocks[type]),
    icon,
    onSelect: () => store.wrap(block.id, type),
  }))
  const unwraps = isContainer(block)
    ? [{ label: t.designEditor.unwrap, icon: Ungroup, onSelect: () => store.unwrap(block.id) }]
    : []
  return [turns, wraps, unwraps].filter(({ length }) => length > 0).map((items) => ({ items }))
}

function canWrap(block: Block, type: (typeof WRAPS)[number]['type']): boolean {
  if (block.type === 'section' || block.type === 'repeat') return false
  return type !== 'columns' || block.type !== 'columns'
}
