import { useId, useState, type KeyboardEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { read } from '../api/query.js'
import { t } from '../messages/index.js'
import { Dialog } from '../ui/dialog.js'
import { Input } from '../ui/input.js'
import { join } from '../ui/join.js'
import { useCurrentCommands } from './registry.js'
import { Keys } from './shortcut-list.js'
import { useSettled } from '../shared/use-settled.js'

const REST_MS = 150
const MIN_SEARCH = 2
const MOST_CONTACTS = 5
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

interface Entry {
  id: string
  title: string
  keys?: string | undefined
  run: () => void
}

/** Everything that can be done or opened from here, by typing. */
export function Palette({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t.commands.palette}>
      <Search onClose={onClose} />
    </Dialog>
  )
}

function Search({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const id = useId()
  const entries = useEntries(text.trim())
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
      <ul id={id} role="listbox" aria-label={t.commands.matches} className="mt-2">
        {entries.map((entry, index) => (
          <li
            key={entry.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === current}
            onPointerMove={() => setAt(index)}
            onClick={() => choose(entry)}
            onKeyDown={onKeyDown}
            className={join('flex h-8 items-center rounded-control px-2', index === current && 'bg-raised')}
          >
            <span className="min-w-0 flex-1 truncate">{entry.title}</span>
            {entry.keys && <Keys keys={entry.keys} />}
          </li>
        ))}
      </ul>
      {entries.length === 0 && <p className="p-2 text-muted">{t.commands.nothing}</p>}
    </>
  )
}

function useEntries(text: string): Entry[] {
  const words = text.toLowerCase().split(/\s+/)
  const commands = useCurrentCommands().filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)))
  return [...useOfId(text), ...commands, ...useContacts(text)]
}

/** A pasted id opens the page of what it names. */
function useOfId(text: string): Entry[] {
  const { projectId } = useParams({ strict: false })
  const navigate = useNavigate()
  if (projectId === undefined || !ID.test(text)) return []
  const [emailId, contactId] = [text, text]
  return [
    {
      id: 'email',
      title: t.commands.openEmail,
      run: () => void navigate({ to: '/p/$projectId/emails/$emailId', params: { projectId, emailId } }),
    },
    {
      id: 'contact',
      title: t.commands.openContact,
      run: () => void navigate({ to: '/p/$projectId/contacts/$contactId', params: { projectId, contactId } }),
    },
  ]
}

function useContacts(text: string): Entry[] {
  const { projectId = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  const search = useSettled(text, REST_MS)
  const { data } = useQuery({
    ...read('GET /contacts', { projectId, query: { search, limit: MOST_CONTACTS } }),
    enabled: projectId !== '' && search.length >= MIN_SEARCH && !ID.test(search),
  })
  return (data?.data ?? []).map(({ id: contactId, email }) => ({
    id: contactId,
    title: email,
    run: () => void navigate({ to: '/p/$projectId/contacts/$contactId', params: { projectId, contactId } }),
  }))
}
