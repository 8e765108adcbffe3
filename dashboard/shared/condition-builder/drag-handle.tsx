import { useState, type PointerEvent } from 'react'
import { GripVertical } from 'lucide-react'
import { t } from '../../messages/index.js'
import { join } from '../../ui/join.js'
import { useBuilder } from './builder-context.js'
import type { FilterPath } from './edit-tree.js'
import { dropAt, type Row } from './filter-drag.js'

/** Moves a filter by the pointer. The keys and the menu of its row do the same, so that nothing needs it. */
export function DragHandle({ at }: { at: FilterPath }) {
  const { edit, drop, setDrop } = useBuilder()
  const [isHeld, setHeld] = useState(false)
  const begin = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return
    // Else the browser would begin to select text.
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    setHeld(true)
  }
  const move = ({ currentTarget, clientY }: PointerEvent<HTMLElement>): void => {
    if (!isHeld) return
    const next = dropAt(rowsAround(currentTarget), clientY)
    if (next?.beside !== drop?.beside || next?.side !== drop?.side) setDrop(next)
  }
  const end = (isDropped: boolean): void => {
    if (isHeld && isDropped && drop) edit({ kind: 'placeFilter', at, before: drop.before })
    setHeld(false)
    setDrop(null)
  }
  return (
    <span
      aria-hidden
      data-drag
      title={t.conditions.drag}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={() => end(true)}
      onPointerCancel={() => end(false)}
      className={join(
        'inline-flex h-8 w-6 shrink-0 touch-none items-center justify-center text-muted hover:text-ink',
        isHeld ? 'cursor-grabbing' : 'cursor-grab',
      )}
    >
      <GripVertical size={16} />
    </span>
  )
}

/** The rows of the builder that a part belongs to. */
function rowsAround(part: HTMLElement): Row[] {
  const rows = part.closest('section')?.querySelectorAll<HTMLElement>('[data-path]') ?? []
  return [...rows].map((row) => {
    const { top, bottom } = row.getBoundingClientRect()
    return { path: row.dataset['path'] ?? '', top, bottom }
  })
}
