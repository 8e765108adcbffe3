import { useCallback, type KeyboardEvent } from 'react'
import type { Filter } from '../../../models/domain/conditions/tree.js'
import { t } from '../../messages/index.js'
import { Combobox } from '../../ui/combobox.js'
import { join } from '../../ui/join.js'
import { useBuilder } from './builder-context.js'
import { DragHandle } from './drag-handle.js'
import { FilterMenu } from './filter-menu.js'
import { fieldOf } from './known-fields.js'
import { OperatorField } from './operator-field.js'
import { writtenPath, type GroupPath } from './tree-paths.js'
import { ValueField } from './value-field.js'
import { withField } from './value-type.js'

const MOVES: Record<string, 'up' | 'down' | 'in' | 'out'> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
}

/** One filter as a sentence: field, comparison, value. */
export function FilterRow({ filter, group, index }: { filter: Filter; group: GroupPath; index: number }) {
  const { edit, fields, errors, scope, isDisabled, drop, typeOf, labelOf, textOf } = useBuilder()
  const path = writtenPath(group, index)
  const change = (next: Filter): void => edit({ kind: 'changeFilter', at: { group, index }, filter: next })
  const freeOption = useCallback((text: string) => fieldOf(text, scope), [scope])
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = event.altKey ? MOVES[event.key] : undefined
    if (!to || isDisabled) return
    event.preventDefault()
    edit({ kind: 'moveFilter', at: { group, index }, to })
  }
  const shown = [...errors].filter(([at]) => at === path || at.startsWith(`${path}.`)).map(([, message]) => message)
  return (
    // The keys move the whole row, whichever of its controls has the focus.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div role="group" aria-label={textOf(filter)} data-path={path} onKeyDown={onKeyDown} className="relative">
      {drop?.beside === path && <DropLine side={drop.side} />}
      {index > 0 && <p className="mb-1 text-small text-muted">{t.conditions.and}</p>}
      <div className="flex min-w-0 items-start gap-1">
        {!isDisabled && <DragHandle at={{ group, index }} />}
        <div className="flex min-w-0 flex-1 flex-wrap items-start gap-2">
          <div className="min-w-0 flex-1 basis-44">
            <Combobox
              label={t.conditions.field}
              isLabelHidden
              part="field"
              placeholder={t.conditions.chooseField}
              value={filter.field === '' ? null : filter.field}
              shownAs={filter.field === '' ? '' : labelOf(filter.field)}
              options={fields}
              freeOption={freeOption}
              isDisabled={isDisabled}
              error={errors.get(`${path}.field`)}
              onChange={(field) => change(withField(filter, field, typeOf(field), scope))}
            />
          </div>
          {filter.field !== '' && <OperatorField filter={filter} onChange={change} />}
          {filter.field !== '' && <ValueField key={filter.field} filter={filter} path={path} onChange={change} />}
        </div>
        {!isDisabled && <FilterMenu filter={filter} group={group} index={index} />}
      </div>
      {shown.map((message) => (
        <p key={message} className="mt-1 text-small text-bad">
          {message}
        </p>
      ))}
    </div>
  )
}

function DropLine({ side }: { side: 'above' | 'below' }) {
  const place = side === 'above' ? '-top-1.5' : '-bottom-1.5'
  return <div aria-hidden className={join('pointer-events-none absolute inset-x-0 h-0.5 bg-accent', place)} />
}
