import { Copy, CopyPlus, Trash2 } from 'lucide-react'
import { findDraftStep } from '../../../../shared/workflow-draft/graph.js'
import { Button } from '../../../../ui/button.js'
import { useEditorContext } from '../editor-context.js'
import type { StepActs } from '../use-step-acts.js'
import { words } from '../words.js'
import { StepPanel } from './step-panel.js'
import { WayPanel } from './way-panel.js'
import { WorkflowPanel } from './workflow-panel.js'

/** The element of the inspector, by which a key finds it. */
export const INSPECTOR_ID = 'workflow-inspector'

/** The details of what is selected, to be changed: a step, a transition, several steps, or the workflow. */
export function Inspector({ acts }: { acts: StepActs }) {
  const { draft, selection, isReadOnly } = useEditorContext()
  const { stepIds, transitionId } = selection
  const [stepId] = stepIds
  const step = stepIds.length === 1 ? findDraftStep(draft, stepId) : undefined
  const transition = draft.transitions.find(({ id }) => id === transitionId)
  return (
    <fieldset id={INSPECTOR_ID} disabled={isReadOnly} className="flex min-w-0 flex-col gap-4">
      {step ? (
        <StepPanel key={step.id} step={step} acts={acts} />
      ) : transition ? (
        <WayPanel key={transition.id} transition={transition} acts={acts} />
      ) : stepIds.length > 1 ? (
        <Several stepIds={stepIds} acts={acts} />
      ) : (
        <WorkflowPanel />
      )}
    </fieldset>
  )
}

function Several({ stepIds, acts }: { stepIds: readonly string[]; acts: StepActs }) {
  return (
    <>
      <h2 className="text-title font-semibold">{words.inspector.steps(stepIds.length)}</h2>
      <div className="flex flex-wrap gap-2">
        <Button icon={Copy} onClick={() => acts.copy(stepIds)}>
          {words.inspector.copySteps}
        </Button>
        <Button icon={CopyPlus} onClick={() => acts.duplicate(stepIds)}>
          {words.inspector.duplicate}
        </Button>
        <Button icon={Trash2} look="danger" onClick={() => acts.remove(stepIds)}>
          {words.inspector.delete}
        </Button>
      </div>
    </>
  )
}
