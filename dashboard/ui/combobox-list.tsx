import { useEffect, useRef } from 'react'
import { t } from '../messages/index.js'
import type { ComboboxOption } from './combobox-options.js'
import { join } from './join.js'

interface ComboboxListProps {
  id: string
  label: string
  groups: readonly { name: string; entries: readonly { option: ComboboxOption; index: number }[] }[]
  /** The index of the option that Enter chooses; -1 for none. */
  at: number
  value: string | null
  isLoading: boolean
  hasFailed: boolean
  onPoint: (index: number) => void
  onChoose: (option: ComboboxOption) => void
}

/** The open list of a combobox. The focus stays in the field, so pressing the mouse here does not take it away. */
export function ComboboxList({ id, label, groups, isLoading, hasFailed, ...rest }: ComboboxListProps) {
  const list = useRef<HTMLDivElement>(null)
  const { at } = rest
  const isEmpty = groups.length === 0
  // A dialog or a panel cuts off what is below its end.
  useEffect(() => {
    list.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  useEffect(() => {
    list.current?.querySelector(`[data-index="${at}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [at])
  const note = hasFailed ? t.common.notLoaded : isLoading ? t.common.loading : t.common.nothingFits
  return (
    // The press would otherwise move the focus out of the field, which closes the list.
    <div
      ref={list}
      role="presentation"
      onMouseDown={(event) => event.preventDefault()}
      className="absolute top-full left-0 z-30 mt-1 max-h-72 w-full min-w-56 overflow-y-auto rounded-panel border border-line bg-surface p-1 shadow-float"
    >
      <div id={id} role="listbox" aria-label={label} aria-busy={isLoading || undefined}>
        {groups.map(({ name, entries }) => (
          <div key={name} {...(name === '' ? { role: 'presentation' } : { role: 'group', 'aria-label': name })}>
            {name !== '' && (
              <div aria-hidden className="px-2 pt-2 pb-1 text-small text-muted">
                {name}
              </div>
            )}
            {entries.map(({ option, index }) => (
              <Entry key={option.value} id={`${id}-${index}`} option={option} index={index} {...rest} />
            ))}
          </div>
        ))}
      </div>
      {isEmpty && <p className="px-2 py-1.5 text-muted">{note}</p>}
    </div>
  )
}

function Entry({
  id,
  option,
  index,
  at,
  value,
  onPoint,
  onChoose,
}: { id: string; option: ComboboxOption; index: number } & Pick<
  ComboboxListProps,
  'at' | 'value' | 'onPoint' | 'onChoose'
>) {
  return (
    <div
      id={id}
      role="option"
      data-index={index}
      tabIndex={-1}
      aria-selected={option.value === value}
      onPointerMove={() => onPoint(index)}
      onClick={() => onChoose(option)}
      onKeyDown={(event) => event.key === 'Enter' && onChoose(option)}
      className={join(
        'min-h-8 cursor-pointer rounded-control px-2 py-1.5 break-words',
        index === at && 'bg-raised',
        option.value === value && 'font-medium',
      )}
    >
      {option.label}
      {option.hint && <span className="block text-small font-normal text-muted">{option.hint}</span>}
    </div>
  )
}
