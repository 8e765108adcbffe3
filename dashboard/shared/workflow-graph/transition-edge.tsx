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
import { stemOf } from './sizes.js'

const LINES: Readonly<Record<Mark, string>> = {
  added: 'workflow-line-good',
  changed: 'workflow-line-warn',
  removed: 'workflow-line-bad workflow-line-dashed',
  done: 'workflow-line-good',
  notReached: 'workflow-line-quiet workflow-line-dashed',
  failed: 'workflow-line-bad',
  waiting: 'workflow-line-info',
}

/** The line of a transition, with a button for a step between. */
export const TransitionEdge = memo(function TransitionEdge(props: EdgeProps<Drawn>) {
  const { id, data, selected, sourceX, sourceY, targetX, targetY, markerEnd } = props
  const { isReadOnly } = useGraph()
  if (!data) return null
  const [from, to] = [
    { x: sourceX, y: sourceY },
    { x: targetX, y: targetY },
  ]
  const { route, aside } = data
  const stem = stemOf(data.branch !== null)
  // A step that is being moved has left the route of the layout.
  const isOnRoute = isNear(route.from, from) && isNear(route.to, to)
  return (
    <>
      <BaseEdge
        path={edgePath({ from, to, stem: stem.length, between: isOnRoute ? route.between : [], aside })}
        {...(markerEnd === undefined ? {} : { markerEnd })}
        interactionWidth={24}
        className={join(data.mark && LINES[data.mark], selected && 'workflow-line-selected')}
      />
      {!isReadOnly && (
        <EdgeLabelRenderer>
          <span
            data-transition={id}
            className="pointer-events-auto absolute flex flex-col"
            style={{
              transform: `translate(${from.x - BUTTON / 2}px, ${from.y + stem.button - BUTTON / 2}px)`,
            }}
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

const TOLERANCE = 2
const BUTTON = 24
