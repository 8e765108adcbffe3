import { Copy, CopyPlus, Scissors, Trash2 } from 'lucide-react'
import { findDraftStep } from '../../../../shared/workflow-draft/graph.js'
import { Button } from '../../../../ui/button.js'
import { useEditorContext } from '../editor-context.js'
import type { StepActions } from '../use-step-actions.js'
import { editorText } from '../editor-text.js'
import { StepPanel } from './step-panel.js'
import { WayPanel } from './way-panel.js'

/** The details of what is selected: a step, a transition or several steps. */
export function Selected({ actions }: { actions: StepActions }) {
  const { draft, selection } = useEditorContext()
  const { stepIds, transitionId } = selection
  const step = findDraftStep(draft, stepIds[0])
  const transition = draft.transitions.find(({ id }) => id === transitionId)
  if (stepIds.length > 1) return <Several stepIds={stepIds} actions={actions} />
  if (step) return <StepPanel key={step.id} step={step} actions={actions} />
  return transition ? <WayPanel key={transition.id} transition={transition} actions={actions} /> : null
}

function Several({ stepIds, actions }: { stepIds: readonly string[]; actions: StepActions }) {
  return (
    <>
      <h2 className="text-title font-semibold">{editorText.inspector.steps(stepIds.length)}</h2>
      <div className="flex flex-wrap gap-2">
        <Button icon={Copy} onClick={() => actions.copy(stepIds)}>
          {editorText.inspector.copySteps}
        </Button>
        <Button icon={Scissors} onClick={() => actions.cut(stepIds)}>
          {editorText.inspector.cutSteps}
        </Button>
        <Button icon={CopyPlus} onClick={() => actions.duplicate(stepIds)}>
          {editorText.inspector.duplicate}
        </Button>
        <Button icon={Trash2} variant="danger" onClick={() => actions.remove(stepIds)}>
          {editorText.inspector.delete}
        </Button>
      </div>
    </>
  )
}
