import { ArrowDown, ArrowUp, Brackets, Copy, Ellipsis, Plus, Trash2 } from 'lucide-react'
import { MAX_FILTERS, type ConditionGroup } from '../../../models/domain/conditions/tree.js'
import { t } from '../../messages/index.js'
import { Button, IconButton } from '../../ui/button.js'
import { Menu } from '../../ui/menu.js'
import { useBuilder } from './builder-context.js'
import { FilterRow } from './filter-row.js'
import { newFilter } from './new-filter.js'
import { TreeEditor } from './tree-editor.js'
import { writtenPath, type GroupPath } from './tree-paths.js'

interface GroupEditorProps {
  group: ConditionGroup
  path: GroupPath
  /** The number of groups of its condition. */
  siblings: number
}

/** Filters that have to hold together, and the condition that has to hold with them. */
export function GroupEditor({ group: { filters, conditions }, path, siblings }: GroupEditorProps) {
  const { edit, isDisabled, errors } = useBuilder()
  const number = (path.at(-1) ?? 0) + 1
  const error = errors.get(writtenPath(path))
  return (
    <fieldset className="min-w-0 rounded-panel border border-line bg-surface p-3">
      <legend className="sr-only">{t.conditions.group(number)}</legend>
      <div className="flex min-w-0 flex-col gap-2">
        {filters.map((filter, index) => (
          <FilterRow key={index} filter={filter} group={path} index={index} />
        ))}
        {conditions && (
          <div>
            {filters.length > 0 && <p className="mb-1 text-small text-muted">{t.conditions.and}</p>}
            <div role="group" aria-label={t.conditions.nested} className="rounded-panel bg-canvas p-2">
              <TreeEditor tree={conditions} path={path} />
            </div>
          </div>
        )}
      </div>
      {error && <p className="mt-2 text-bad">{error}</p>}
      <div className="mt-2 flex items-center justify-between">
        <Button
          variant="quiet"
          icon={Plus}
          disabled={isDisabled || filters.length >= MAX_FILTERS}
          onClick={() => edit({ kind: 'addFilter', group: path, filter: newFilter() })}
        >
          {t.conditions.addFilter}
        </Button>
        {(siblings > 1 || path.length > 1) && !isDisabled && (
          <GroupMenu path={path} number={number} isFirst={number === 1} isLast={number === siblings} />
        )}
      </div>
    </fieldset>
  )
}

function GroupMenu({
  path: group,
  number,
  isFirst,
  isLast,
}: {
  path: GroupPath
  number: number
  isFirst: boolean
  isLast: boolean
}) {
  const { edit } = useBuilder()
  const up = { label: t.conditions.moveUp, icon: ArrowUp, onSelect: () => edit({ kind: 'moveGroup', group, to: 'up' }) }
  const down = {
    label: t.conditions.moveDown,
    icon: ArrowDown,
    onSelect: () => edit({ kind: 'moveGroup', group, to: 'down' }),
  }
  const items = [
    { label: t.conditions.duplicate, icon: Copy, onSelect: () => edit({ kind: 'duplicateGroup', group }) },
    { label: t.conditions.wrapGroup, icon: Brackets, onSelect: () => edit({ kind: 'wrapGroup', group }) },
    ...(isFirst ? [] : [up]),
    ...(isLast ? [] : [down]),
    { label: t.conditions.delete, icon: Trash2, onSelect: () => edit({ kind: 'deleteGroup', group }) },
  ]
  return (
    <Menu trigger={<IconButton icon={Ellipsis} label={t.conditions.groupActions(number)} />} groups={[{ items }]} />
  )
}
