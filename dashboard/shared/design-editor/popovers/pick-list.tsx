import { useId, useState, type KeyboardEvent } from 'react'
import type { LucideIcon } from 'lucide-react'
import { t } from '../../../messages/index.js'
import { Input } from '../../../ui/input.js'
import { join } from '../../../ui/join.js'

/** An entry of a list to choose from. */
export interface Pick<T> {
  value: T
  label: string
  hint?: string
  icon?: LucideIcon
}

interface PickListProps<T> {
  label: string
  placeholder: string
  picks: readonly Pick<T>[]
  onPick: (value: T) => void
  /** An entry for a text that no entry has. */
  freePick?: (text: string) => Pick<T> | null
}

/** A list that is filtered by what is typed, and chosen from with the arrows and Enter. */
export function PickList<T>({ label, placeholder, picks, onPick, freePick }: PickListProps<T>) {
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const wanted = text.trim().toLowerCase()
  const found = picks.filter((pick) => pick.label.toLowerCase().includes(wanted))
  const free =
    wanted === '' || found.some((pick) => pick.label.toLowerCase() === wanted) ? null : freePick?.(text.trim())
  const shown = free ? [...found, free] : found
  const current = Math.min(at, shown.length - 1)
  const onKeyDown = (event: KeyboardEvent): void => {
    const count = shown.length
    if (event.key === 'ArrowDown') setAt(count === 0 ? 0 : (current + 1) % count)
    else if (event.key === 'ArrowUp') setAt(count === 0 ? 0 : (current - 1 + count) % count)
    else if (event.key === 'Enter') {
      const pick = shown[current]
      if (pick) onPick(pick.value)
    } else return
    event.preventDefault()
  }
  return (
    <div className="flex min-h-0 flex-col gap-1">
      <Input
        autoFocus
        role="combobox"
        aria-label={label}
        aria-expanded
        aria-autocomplete="list"
        aria-controls={id}
        aria-activedescendant={current >= 0 ? `${id}-${current}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={id} role="listbox" aria-label={label} className="max-h-72 min-h-0 overflow-y-auto">
        {shown.map((pick, index) => (
          <Row
            key={pick.label}
            id={`${id}-${index}`}
            pick={pick}
            isCurrent={index === current}
            onPoint={() => setAt(index)}
            onPick={() => onPick(pick.value)}
          />
        ))}
      </div>
      {shown.length === 0 && <p className="px-2 py-1.5 text-muted">{t.common.nothingFits}</p>}
    </div>
  )
}

interface RowProps {
  id: string
  pick: Pick<unknown>
  isCurrent: boolean
  onPoint: () => void
  onPick: () => void
}

function Row({ id, pick: { label, hint, icon: Icon }, isCurrent, onPoint, onPick }: RowProps) {
  return (
    <div
      id={id}
      ref={(element) => {
        if (isCurrent) element?.scrollIntoView({ block: 'nearest' })
      }}
      role="option"
      aria-selected={isCurrent}
      onPointerMove={onPoint}
      // The field keeps the focus until the choice is made.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
      className={join(
        'flex min-h-8 cursor-pointer items-center gap-2 rounded-control px-2 py-1',
        isCurrent && 'bg-raised',
      )}
    >
      {Icon && <Icon aria-hidden size={16} className="shrink-0 text-muted" />}
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {hint && <span className="truncate text-small text-muted">{hint}</span>}
    </div>
  )
}
