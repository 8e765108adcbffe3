import { Fragment } from 'react'
import { Plus } from 'lucide-react'
import type { ConditionTree } from '../../../models/domain/conditions/tree.js'
import { t } from '../../messages/index.js'
import { Button } from '../../ui/button.js'
import { Select } from '../../ui/input.js'
import { useBuilder } from './builder-context.js'
import { GroupEditor } from './group-editor.js'
import { newFilter } from './new-filter.js'
import { writtenPath, type GroupPath } from './tree-paths.js'

const LOGICS = (['AND', 'OR'] as const).map((value) => ({ value, label: t.conditions.logic[value] }))

/** The groups of a condition with the word that joins them; `path` is that of the group that holds it. */
export function TreeEditor({ tree, path }: { tree: ConditionTree; path: GroupPath }) {
  const { edit, isDisabled, errors } = useBuilder()
  const { logic, groups } = tree
  const isAlone = groups.length === 1
  const error = errors.get([...(path.length > 0 ? [writtenPath(path), 'conditions'] : []), 'groups'].join('.'))
  const add = (): void => edit({ kind: 'addGroup', tree: path, filter: newFilter(), logic: 'OR' })
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {groups.map((group, index) => (
        <Fragment key={index}>
          {index > 0 && (
            <div className="w-24">
              <Select
                aria-label={t.conditions.joinedBy}
                options={LOGICS}
                value={logic}
                disabled={isDisabled}
                onChange={({ target }) => edit({ kind: 'setLogic', tree: path, logic: target.value as typeof logic })}
              />
            </div>
          )}
          <GroupEditor group={group} path={[...path, index]} siblings={groups.length} />
        </Fragment>
      ))}
      {error && <p className="text-bad">{error}</p>}
      <div>
        <Button variant="quiet" icon={Plus} disabled={isDisabled} onClick={add}>
          {isAlone || logic === 'OR' ? t.conditions.addAlternative : t.conditions.addGroup}
        </Button>
      </div>
    </div>
  )
}
