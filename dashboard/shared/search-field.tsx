import { useEffect, useMemo, useRef, useState } from 'react'
import { Search } from 'lucide-react'
import { useCommands } from '../commands/registry.js'
import { t } from '../messages/index.js'
import { Input } from '../ui/input.js'
import { followReports } from './reported.js'

const REST_MS = 200

/** A field that filters a list while one types, reached by `/`. The address of the page holds its value. */
export function SearchField({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) {
  const [text, setText] = useState(value)
  const [shown, setShown] = useState(value)
  // The reported text that has not come back as `value` yet.
  const [reports, setReports] = useState<readonly string[]>([])
  const input = useRef<HTMLInputElement>(null)
  const report = useRef(onChange)
  useEffect(() => {
    report.current = onChange
  })
  // Going back, or clearing the filters, changes the value from outside.
  if (value !== shown) {
    const followed = followReports(reports, value)
    setShown(value)
    setReports(followed.reports)
    if (!followed.isOwn) setText(value)
  }
  useEffect(() => {
    if (text.trim() === value) return undefined
    const timer = setTimeout(() => {
      setReports((before) => [...before, text.trim()])
      report.current(text.trim())
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [text, value])
  useCommands(
    useMemo(
      () => [
        { id: 'search', title: t.commands.focusSearch, group: 'page', keys: '/', run: () => input.current?.focus() },
      ],
      [],
    ),
  )
  return (
    <div className="relative w-full max-w-72 min-w-48 flex-1">
      <Search aria-hidden size={16} className="pointer-events-none absolute top-2 left-2.5 text-muted" />
      <Input
        ref={input}
        aria-label={label}
        placeholder={label}
        type="search"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="truncate border-edge pl-8 shadow-control"
      />
    </div>
  )
}
