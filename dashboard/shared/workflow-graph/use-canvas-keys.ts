import { useRef, type KeyboardEvent } from 'react'
import { t } from '../../messages/index.js'
import { NO_SELECTION, type Selection } from '../workflow-draft/draft.js'
import { canvasKey } from './canvas-keys.js'
import type { WorkflowGraphProps } from './props.js'
import type { Drawing } from './use-drawing.js'
import type { useEdits } from './use-edits.js'
import type { useMoves } from './use-moves.js'
import { walk, type Arrow } from './walk.js'

const NUDGE = 16
const NUDGES: Readonly<Record<Arrow, readonly [number, number]>> = {
  ArrowUp: [0, -NUDGE],
  ArrowDown: [0, NUDGE],
  ArrowLeft: [-NUDGE, 0],
  ArrowRight: [NUDGE, 0],
}

interface CanvasParts {
  draft: WorkflowGraphProps['draft']
  selection: Selection
  isReadOnly: boolean
  drawing: Drawing
  edits: ReturnType<typeof useEdits>
  moves: ReturnType<typeof useMoves>
  select: (selection: Selection) => void
  focus: (stepId: string) => void
  followSelection: () => void
  announce: (text: string) => void
}

/** Handles the keys of the canvas, while a step or the canvas itself has the focus. */
export function useCanvasKeys(parts: CanvasParts): (event: KeyboardEvent) => void {
  const { draft, selection, isReadOnly, drawing, edits, moves, select, focus, announce, followSelection } = parts
  const cameFrom = useRef<string | null>(null)
  const walkOn = (here: string, arrow: Arrow): void => {
    const { positions } = drawing.layout
    const next = walk(draft, here, arrow, { positions, cameFrom: cameFrom.current })
    if (next === null) return announce(t.workflowGraph.announced.noStep[arrow])
    cameFrom.current = here
    select({ stepIds: [next], transitionId: null })
    focus(next)
  }
  const nudge = (arrow: Arrow): void => {
    const [dx, dy] = NUDGES[arrow]
    const moved = selection.stepIds.flatMap((id) => {
      const at = drawing.layout.positions.get(id)
      return at ? [[id, { x: at.x + dx, y: at.y + dy }] as const] : []
    })
    if (moved.length === 0) return
    moves.move(Object.fromEntries(moved))
    const names = draft.steps.filter(({ id }) => selection.stepIds.includes(id)).map(({ name }) => name)
    announce(t.workflowGraph.announced.moved(names.join(', ')))
  }
  return (event) => {
    const asked = event.defaultPrevented ? null : canvasKey(event)
    const here = event.target instanceof HTMLElement ? event.target.dataset['step'] : undefined
    if (!asked || isInField(event.target)) return
    if (asked.action === 'walk' || asked.action === 'nudge') {
      if (here === undefined || (asked.action === 'nudge' && isReadOnly)) return
      event.preventDefault()
      return asked.action === 'walk' ? walkOn(here, asked.arrow) : nudge(asked.arrow)
    }
    const isChosen = selection.stepIds.length > 0 || selection.transitionId !== null
    // A step that only has the focus counts as selected.
    const chosen = isChosen || here === undefined ? selection : { stepIds: [here], transitionId: null }
    if (asked.action === 'clear') return select(NO_SELECTION)
    if (asked.action === 'copy') return edits.copy(chosen)
    if (isReadOnly) return
    event.preventDefault()
    followSelection()
    if (asked.action === 'paste') edits.paste(chosen)
    else if (asked.action === 'cut') edits.cut(chosen)
    else edits.remove(chosen)
  }
}

function isInField(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [role=menu]') !== null
}
