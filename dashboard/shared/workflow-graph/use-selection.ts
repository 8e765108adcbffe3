import { useCallback, useEffect, useRef } from 'react'
import type { EdgeChange, NodeChange } from '@xyflow/react'
import type { Selection } from '../workflow-draft/draft.js'
import type { StepNode, TransitionEdge } from './drawing.js'

/**
 * Turns the library's reports of clicks and of the selection frame into a selection. It reports steps and transitions
 * one after the other, so each report builds on the last.
 */
export function useSelection(selection: Selection, onSelect: (selection: Selection) => void) {
  const latest = useRef(selection)
  useEffect(() => {
    latest.current = selection
  })
  const select = useCallback(
    (next: Selection): void => {
      if (isSame(latest.current, next)) return
      latest.current = next
      onSelect(next)
    },
    [onSelect],
  )
  const onStepChanges = useCallback(
    (changes: readonly NodeChange<StepNode>[]) => {
      const stepIds = new Set(latest.current.stepIds)
      const chosen = changes.flatMap((change) => (change.type === 'select' ? change : []))
      for (const { id, selected } of chosen) {
        if (selected) stepIds.add(id)
        else stepIds.delete(id)
      }
      if (chosen.length === 0) return
      select({ stepIds: [...stepIds], transitionId: stepIds.size > 0 ? null : latest.current.transitionId })
    },
    [select],
  )
  const onTransitionChanges = useCallback(
    (changes: readonly EdgeChange<TransitionEdge>[]) => {
      const chosen = changes.flatMap((change) => (change.type === 'select' ? change : []))
      const added = chosen.find(({ selected }) => selected)
      const isGone = chosen.some(({ id, selected }) => !selected && id === latest.current.transitionId)
      if (added) select({ stepIds: [], transitionId: added.id })
      else if (isGone) select({ ...latest.current, transitionId: null })
    },
    [select],
  )
  return { select, onStepChanges, onTransitionChanges }
}

function isSame(one: Selection, other: Selection): boolean {
  return one.transitionId === other.transitionId && one.stepIds.join() === other.stepIds.join()
}
