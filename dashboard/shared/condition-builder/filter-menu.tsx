import { ArrowDown, ArrowUp, Copy, Ellipsis, IndentDecrease, IndentIncrease, Trash2, Waypoints } from 'lucide-react'
import type { Filter } from '../../../models/domain/conditions/tree.js'
import { t } from '../../messages/index.js'
import { IconButton } from '../../ui/button.js'
import { Menu } from '../../ui/menu.js'
import { useBuilder } from './builder-context.js'
import type { GroupPath } from './tree-paths.js'

/** The actions on a filter, and the way to move it without the keys. */
export function FilterMenu({ filter, group, index }: { filter: Filter; group: GroupPath; index: number }) {
  const { edit, textOf } = useBuilder()
  const at = { group, index }
  const move = (to: 'up' | 'down' | 'in' | 'out') => () => edit({ kind: 'moveFilter', at, to })
  const out = { label: t.conditions.moveOut, icon: IndentDecrease, onSelect: move('out') }
  const actions = [
    { label: t.conditions.duplicate, icon: Copy, onSelect: () => edit({ kind: 'duplicateFilter', at }) },
    { label: t.conditions.wrap, icon: Waypoints, onSelect: () => edit({ kind: 'wrapFilter', at }) },
    { label: t.conditions.delete, icon: Trash2, onSelect: () => edit({ kind: 'deleteFilter', at }) },
  ]
  const moves = [
    { label: t.conditions.moveUp, icon: ArrowUp, onSelect: move('up') },
    { label: t.conditions.moveDown, icon: ArrowDown, onSelect: move('down') },
    { label: t.conditions.moveIn, icon: IndentIncrease, onSelect: move('in') },
    ...(group.length > 1 ? [out] : []),
  ]
  return (
    <Menu
      trigger={<IconButton icon={Ellipsis} label={t.conditions.filterActions(textOf(filter))} data-part="menu" />}
      groups={[{ items: actions }, { label: t.conditions.keys, items: moves }]}
    />
  )
}
