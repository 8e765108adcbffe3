import { lazyPart } from '../../../../shared/lazy-part.js'
import { SkeletonRows } from '../../../../ui/skeleton.js'
import { useEditorContext } from '../editor-context.js'
import type { StepActions } from '../use-step-actions.js'
import { INSPECTOR_ID } from './enter-inspector.js'
import { WorkflowPanel } from './workflow-panel.js'

/** The details of what is selected, with the forms of all types of steps. */
export const Selected = lazyPart<{ actions: StepActions }, 'Selected'>(
  () => import('./selected.js'),
  'Selected',
  <SkeletonRows />,
)

/** The details of what is selected, to be changed; where nothing is, those of the workflow. */
export function Inspector({ actions }: { actions: StepActions }) {
  const { draft, selection, isReadOnly } = useEditorContext()
  const { stepIds, transitionId } = selection
  // An address may name a step that is gone.
  const isSelected =
    draft.steps.some(({ id }) => stepIds.includes(id)) || draft.transitions.some(({ id }) => id === transitionId)
  return (
    <fieldset id={INSPECTOR_ID} disabled={isReadOnly} className="flex min-w-0 flex-col gap-4">
      {isSelected ? <Selected actions={actions} /> : <WorkflowPanel />}
    </fieldset>
  )
}
