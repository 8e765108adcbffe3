import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { ConditionTree, Filter } from '../../../models/domain/conditions/tree.js'
import { t } from '../../messages/index.js'
import { toast } from '../../ui/toast.js'
import { editTree, filterAt, placeOf, type ConditionEdit } from './edit-tree.js'
import { backTo, NO_HISTORY, noteEdit, stepBack, stepForward } from './history.js'
import { writtenPath } from './tree-paths.js'
import { fieldText } from './filter-text.js'

type Tree = ConditionTree | null

interface Owner {
  value: Tree
  onChange: (value: Tree) => void
}

/** The edits of a condition that its owner holds: with a history, and with the focus where the edit leads. */
export function useConditionEdits({ value, onChange }: Owner) {
  const [{ history, of }, setStored] = useState({ history: NO_HISTORY, of: value })
  const [isJson, setJson] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const { root, focusOn } = useFocusAfter(value)
  // The history belongs to one condition: another condition begins a new one.
  const current = isSame(of, value) ? history : NO_HISTORY
  // An undo from a toast runs later: it calls the handler of the owner at that time.
  const latest = useRef({ current, value, onChange })
  useLayoutEffect(() => {
    latest.current = { current, value, onChange }
  })
  const keep = (next: Tree, after: typeof history): void => {
    setStored({ history: after, of: next })
    latest.current.onChange(next)
  }
  const step = (by: typeof stepBack): void => {
    const found = by(latest.current.current, latest.current.value)
    if (found) keep(found.tree, found.history)
  }
  const undo = (): void => step(stepBack)
  const redo = (): void => step(stepForward)
  const edit = (asked: ConditionEdit): void => {
    const next = editTree(value, asked)
    if (isSame(next, value)) return
    keep(next, noteEdit(current, value, aboutOf(asked, value)))
    focusOn(placeAfter(asked, value, next))
    const takeBack = (): void => step((from, now) => backTo(value, from, now))
    if (asked.kind === 'deleteFilter') toast(t.conditions.deleted, takeBack)
    if (asked.kind === 'deleteGroup') toast(t.conditions.groupDeleted, takeBack)
    setAnnouncement(
      asked.kind === 'moveFilter' || asked.kind === 'placeFilter'
        ? t.conditions.moved(fieldText(filterAt(value, asked.at)?.field ?? ''))
        : '',
    )
  }
  return {
    root,
    isJson,
    setJson,
    announcement,
    edit,
    undo: current.past.length > 0 ? undo : null,
    redo: current.future.length > 0 ? redo : null,
    replace: (tree: Tree) => edit({ kind: 'replace', tree }),
    onKeyDown: (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z' || isTextField(event.target)) return
      event.preventDefault()
      if (event.shiftKey) redo()
      else undo()
    },
  }
}

/** Sets the focus to the row of a filter once it stands there, on the part of the row that had it. */
function useFocusAfter(value: Tree) {
  const root = useRef<HTMLElement>(null)
  const wanted = useRef<{ path: string; part: string } | null>(null)
  useLayoutEffect(() => {
    if (!wanted.current) return
    const { path, part } = wanted.current
    wanted.current = null
    const row = root.current?.querySelector(`[data-path="${path}"]`)
    const control = row?.querySelector<HTMLElement>(`[data-part="${part}"]`) ?? row?.querySelector<HTMLElement>('input')
    control?.focus()
  }, [value])
  const focusOn = (place: { path: string; isNew: boolean } | null): void => {
    if (!place) return
    const active = document.activeElement?.getAttribute('data-part')
    wanted.current = { path: place.path, part: place.isNew ? 'field' : (active ?? 'field') }
  }
  return { root, focusOn }
}

/** The target of the focus after an edit; null if the focus stays. */
function placeAfter(asked: ConditionEdit, before: Tree, next: Tree): { path: string; isNew: boolean } | null {
  const at = (filter: Filter | null, isNew: boolean) => {
    const place = filter && placeOf(next, filter)
    return place ? { path: writtenPath(place.group, place.index), isNew } : null
  }
  switch (asked.kind) {
    case 'addFilter':
    case 'addGroup':
      return at(asked.filter, true)
    case 'moveFilter':
    case 'wrapFilter':
      return at(filterAt(before, asked.at), false)
    case 'duplicateFilter':
      return at(filterAt(next, { ...asked.at, index: asked.at.index + 1 }), true)
    case 'deleteFilter': {
      const { group, index } = asked.at
      const neighbour = filterAt(before, { group, index: index + 1 }) ?? filterAt(before, { group, index: index - 1 })
      return at(neighbour, true)
    }
    default:
      return null
  }
}

/** Letters of one value are one edit. */
function aboutOf(asked: ConditionEdit, before: Tree): string | null {
  if (asked.kind === 'replace') return 'json'
  if (asked.kind !== 'changeFilter') return null
  const { at, filter } = asked
  const last = filterAt(before, at)
  const isValueAlone = last?.field === filter.field && last.operator === filter.operator
  return isValueAlone ? writtenPath(at.group, at.index) : null
}

function isSame(a: Tree, b: Tree): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

function isTextField(target: EventTarget): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}
