import { useCallback, useMemo, useState } from 'react'
import type { NodeChange } from '@xyflow/react'
import type { Position } from '../workflow-draft/draft.js'
import type { StepNode } from './drawing.js'
import type { Positions } from './graph.js'
import type { Layout } from './layout.js'

/**
 * The steps while some are being moved. Once the author has moved a step, every step keeps its position: otherwise the
 * next change would move the others.
 */
export function useMoves(nodes: readonly StepNode[], layout: Layout, onMove: (positions: Positions) => void) {
  const [dragged, setDragged] = useState<Positions>({})
  const shown = useMemo(() => nodes.map((node) => placed(node, dragged[node.id])), [nodes, dragged])
  const onStepChanges = useCallback((changes: readonly NodeChange<StepNode>[]): void => {
    const moves = changes.flatMap((change) =>
      change.type === 'position' && change.dragging && change.position ? [[change.id, change.position] as const] : [],
    )
    if (moves.length > 0) setDragged((before) => ({ ...before, ...Object.fromEntries(moves) }))
  }, [])
  const move = useCallback(
    (positions: Positions): void => onMove({ ...Object.fromEntries(layout.positions), ...positions }),
    [layout, onMove],
  )
  const onDragStop = useCallback(
    (_event: unknown, _node: unknown, moved: readonly StepNode[]): void => {
      setDragged({})
      move(Object.fromEntries(moved.map(({ id, position }) => [id, position])))
    },
    [move],
  )
  return { shown, onStepChanges, move, onDragStop }
}

function placed(node: StepNode, position: Position | undefined): StepNode {
  return position ? { ...node, position } : node
}
