import { memo } from 'react'
import { BaseEdge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react'
import { Trash2 } from 'lucide-react'
import { t } from '../../messages/index.js'
import { join } from '../../ui/join.js'
import type { Position } from '../workflow-draft/draft.js'
import { AddButton } from './add-button.js'
import type { TransitionEdge as Drawn } from './drawing.js'
import { edgePath } from './edge-path.js'
import { useGraph } from './graph-context.js'
import type { Mark } from './graph.js'

const LINES: Readonly<Record<Mark, string>> = {
  added: 'workflow-line-good',
  changed: 'workflow-line-warn',
  removed: 'workflow-line-bad workflow-line-dashed',
  walked: 'workflow-line-good',
  notReached: 'workflow-line-quiet workflow-line-dashed',
  failed: 'workflow-line-bad',
  waiting: 'workflow-line-info',
}

/** The line of a transition, with a button for a step between. */
export const TransitionEdge = memo(function TransitionEdge(props: EdgeProps<Drawn>) {
  const { id, data, selected, sourceX, sourceY, targetX, targetY, markerEnd } = props
  const { isReadOnly } = useGraph()
  const [from, to] = [
    { x: sourceX, y: sourceY },
    { x: targetX, y: targetY },
  ]
  // A step that is being moved has left the route of the layout.
  const route = data?.route
  const isOnRoute = route && isNear(route.from, from) && isNear(route.to, to)
  const { path, middle } = edgePath(from, to, isOnRoute ? route.between : [], data?.aside ?? 0)
  return (
    <>
      <BaseEdge
        path={path}
        {...(markerEnd === undefined ? {} : { markerEnd })}
        interactionWidth={24}
        className={join(data?.mark && LINES[data.mark], selected && 'workflow-line-selected')}
      />
      {!isReadOnly && data && (
        <EdgeLabelRenderer>
          <span
            className="pointer-events-auto absolute flex gap-1"
            style={{ transform: `translate(-50%, -50%) translate(${middle.x}px, ${middle.y}px)` }}
          >
            <AddButton
              place={{ at: 'transition', transitionId: id }}
              label={t.workflowGraph.addStepBetween(data.from, data.to)}
            />
            {selected && <DeleteButton id={id} />}
          </span>
        </EdgeLabelRenderer>
      )}
    </>
  )
})

function DeleteButton({ id }: { id: string }) {
  const { deleteTransition } = useGraph()
  return (
    <button
      type="button"
      aria-label={t.workflowGraph.deleteTransition}
      title={t.workflowGraph.deleteTransition}
      onClick={() => deleteTransition(id)}
      className="nodrag nopan flex size-6 items-center justify-center rounded-full border border-control bg-surface text-bad hover:border-bad"
    >
      <Trash2 aria-hidden size={14} />
    </button>
  )
}

function isNear(one: Position, other: Position): boolean {
  return Math.abs(one.x - other.x) < TOLERANCE && Math.abs(one.y - other.y) < TOLERANCE
}

// A handle has a size, and the library measures its edge.
const TOLERANCE = 12
