import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import { t } from '../messages/index.js'
import { Dialog } from '../ui/dialog.js'
import { Input } from '../ui/input.js'
import { join } from '../ui/join.js'
import type { Entry } from './entry.js'
import { useCurrentCommands, type Command } from './registry.js'
import { Keys } from './shortcut-list.js'
import { useFoundEntries } from './use-found-entries.js'
import { useIdEntries } from './use-id-entries.js'
import { useRecentEntries } from './use-recent-entries.js'

/** The palette: all commands and pages, found by typing. */
export function Palette({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title={t.commands.palette}>
      <Search onClose={onClose} />
    </Dialog>
  )
}

function Search({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const id = useId()
  const { entries, isLoading, hasFailed } = useEntries(text.trim())
  const current = Math.min(at, entries.length - 1)
  const choose = (entry: Entry | undefined): void => {
    if (!entry) return
    onClose()
    entry.run()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setAt((current + step + entries.length) % Math.max(entries.length, 1))
    else if (event.key === 'Enter') choose(entries[current])
    else return
    event.preventDefault()
  }
  return (
    <>
      <Input
        autoFocus
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={entries.length > 0 ? `${id}-${current}` : undefined}
        aria-label={t.commands.placeholder}
        placeholder={t.commands.placeholder}
        autoComplete="off"
        value={text}
        onChange={(event) => (setText(event.target.value), setAt(0))}
        onKeyDown={onKeyDown}
      />
      <EntryList {...{ id, entries, current, isLoading }} onPoint={setAt} onChoose={choose} />
      <Note isEmpty={entries.length === 0} isLoading={isLoading} hasFailed={hasFailed} />
    </>
  )
}

interface EntryListProps {
  id: string
  entries: readonly Entry[]
  /** The index of the entry that Enter chooses. */
  current: number
  isLoading: boolean
  onPoint: (index: number) => void
  onChoose: (entry: Entry) => void
}

/** The matching entries. The focus stays in the field, and the chosen entry in view. */
function EntryList({ id, entries, current, isLoading, onPoint, onChoose }: EntryListProps) {
  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, current])
  return (
    <ul
      id={id}
      role="listbox"
      aria-label={t.commands.matches}
      aria-busy={isLoading || undefined}
      className="mt-2 max-h-[50vh] overflow-y-auto"
    >
      {entries.map((entry, index) => (
        <li
          key={entry.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === current}
          onPointerMove={() => onPoint(index)}
          onClick={() => onChoose(entry)}
          onKeyDown={({ key }) => key === 'Enter' && onChoose(entry)}
          className={join('flex h-8 items-center rounded-control px-2', index === current && 'bg-raised')}
        >
          <span className="min-w-0 flex-1 truncate">{entry.title}</span>
          {entry.kind && <span className="pl-2 text-small text-muted">{entry.kind}</span>}
          {entry.keys && <Keys keys={entry.keys} />}
        </li>
      ))}
    </ul>
  )
}

/** The state of the search: it runs, it has failed, or nothing matches. */
function Note({ isEmpty, isLoading, hasFailed }: { isEmpty: boolean; isLoading: boolean; hasFailed: boolean }) {
  const text = isLoading ? t.commands.searching : hasFailed ? t.commands.notSearched : isEmpty ? t.commands.nothing : ''
  return (
    <p role="status" className={join('px-2 text-muted', text !== '' && 'pt-2')}>
      {text}
    </p>
  )
}

/** The commands of the page come before the commands of every page. */
const ofPageFirst = (one: Command, other: Command): number =>
  Number(other.group === 'page') - Number(one.group === 'page')

function useEntries(text: string) {
  const words = text.toLowerCase().split(/\s+/)
  const commands = useCurrentCommands()
    .filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)))
    .toSorted(ofPageFirst)
  const { entries: found, ...state } = useFoundEntries(text)
  return { ...state, entries: [...useIdEntries(text), ...useRecentEntries(text), ...commands, ...found] as Entry[] }
}
