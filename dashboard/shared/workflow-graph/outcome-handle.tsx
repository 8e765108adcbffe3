import { Handle, Position } from '@xyflow/react'
import { t } from '../../messages/index.js'
import { join } from '../../ui/join.js'
import { AddButton } from './add-button.js'
import type { OutcomeData, StepData } from './drawing.js'
import { useGraph } from './graph-context.js'
import { stemOf } from './sizes.js'

/** The start of an outcome's transition: a handle to draw from, its label, and a button if no step follows. */
export function OutcomeHandle({
  step,
  outcome: { handleId, branch, label, x, isFree },
  height,
}: {
  step: StepData['step']
  outcome: OutcomeData
  height: number
}) {
  const { isReadOnly, refusals } = useGraph()
  const canAdd = isFree && !isReadOnly
  return (
    <>
      <Handle
        type="source"
        id={handleId}
        position={Position.Bottom}
        isConnectable={canAdd}
        isConnectableEnd={false}
        style={{ left: x }}
        className={join('workflow-handle', isReadOnly && 'workflow-handle-hidden')}
      />
      {label !== null && (
        <span
          title={label}
          style={{ left: x, top: height + 7 }}
          className="pointer-events-none absolute max-w-20 -translate-x-1/2 truncate rounded-control bg-canvas px-1 text-small text-muted"
        >
          {label}
        </span>
      )}
      {canAdd && !refusals && (
        <span
          data-outcome={handleId}
          className="nodrag absolute -translate-1/2"
          style={{ left: x, top: height + stemOf(label !== null).button }}
        >
          <AddButton
            place={{ at: 'outcome', fromStepId: step.id, branch }}
            label={t.workflowGraph.addStepAfter(step.name, label)}
          />
        </span>
      )}
    </>
  )
}
