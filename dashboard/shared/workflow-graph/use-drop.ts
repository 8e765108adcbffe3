import { useCallback, useRef, useState, type DragEvent } from 'react'
import { useReactFlow } from '@xyflow/react'
import type { Draft, Position } from '../workflow-draft/draft.js'
import type { Place } from '../workflow-draft/edit.js'
import type { AddableType } from './add-menu.js'
import { NO_TARGET, placeAt, targetOf, type DropTarget } from './drop-target.js'
import { dropCorner } from './sizes.js'

/**
 * Dropping a step of the palette on the canvas: on a transition it divides it, on a step it follows it, and elsewhere
 * it stays where it was dropped. The present drop target is marked.
 */
export function useDrop(draft: Draft, add: (type: AddableType, place: Place, position?: Position) => void) {
  const flow = useReactFlow()
  const dragged = useRef<AddableType | null>(null)
  const [target, setTarget] = useState<DropTarget>(NO_TARGET)
  const mark = useCallback((next: DropTarget): void => {
    setTarget((now) => (now.stepId === next.stepId && now.transitionId === next.transitionId ? now : next))
  }, [])
  const onDrag = useCallback(
    (type: AddableType | null): void => {
      dragged.current = type
      mark(NO_TARGET)
    },
    [mark],
  )
  const onDragOver = (event: DragEvent): void => {
    if (dragged.current === null) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    mark(targetOf(event.target))
  }
  const onDrop = (event: DragEvent): void => {
    const type = dragged.current
    if (type === null) return
    event.preventDefault()
    onDrag(null)
    const place = placeAt(draft, type, targetOf(event.target))
    const at = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY })
    if (place.at === 'nowhere') add(type, place, dropCorner(at))
    else add(type, place)
  }
  const onDragLeave = (event: DragEvent): void => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) mark(NO_TARGET)
  }
  return { onDrag, target, dropHandlers: { onDragOver, onDrop, onDragLeave } }
}
