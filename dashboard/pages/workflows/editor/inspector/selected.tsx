import { Copy, CopyPlus, Scissors, Trash2 } from 'lucide-react'
import { findDraftStep } from '../../../../shared/workflow-draft/graph.js'
import { Button } from '../../../../ui/button.js'
import { useEditorContext } from '../editor-context.js'
import type { StepActs } from '../use-step-acts.js'
import { words } from '../words.js'
import { StepPanel } from './step-panel.js'
import { WayPanel } from './way-panel.js'

/** The details of what is selected: a step, a transition or several steps. */
export function Selected({ acts }: { acts: StepActs }) {
  const { draft, selection } = useEditorContext()
  const { stepIds, transitionId } = selection
  const step = findDraftStep(draft, stepIds[0])
  const transition = draft.transitions.find(({ id }) => id === transitionId)
  if (stepIds.length > 1) return <Several stepIds={stepIds} acts={acts} />
  if (step) return <StepPanel key={step.id} step={step} acts={acts} />
  return transition ? <WayPanel key={transition.id} transition={transition} acts={acts} /> : null
}

function Several({ stepIds, acts }: { stepIds: readonly string[]; acts: StepActs }) {
  return (
    <>
      <h2 className="text-title font-semibold">{words.inspector.steps(stepIds.length)}</h2>
      <div className="flex flex-wrap gap-2">
        <Button icon={Copy} onClick={() => acts.copy(stepIds)}>
          {words.inspector.copySteps}
        </Button>
        <Button icon={Scissors} onClick={() => acts.cut(stepIds)}>
          {words.inspector.cutSteps}
        </Button>
        <Button icon={CopyPlus} onClick={() => acts.duplicate(stepIds)}>
          {words.inspector.duplicate}
        </Button>
        <Button icon={Trash2} variant="danger" onClick={() => acts.remove(stepIds)}>
          {words.inspector.delete}
        </Button>
      </div>
    </>
  )
}
