import { Plus, Spline, Unlink } from 'lucide-react'
import type { DraftTransition } from '../../../../shared/workflow-draft/draft.js'
import { findDraftStep, outcomesOf } from '../../../../shared/workflow-draft/graph.js'
import { outcomeLabel } from '../../../../shared/workflow-graph/step-types.js'
import { Button } from '../../../../ui/button.js'
import { DefinitionList } from '../../../../ui/definition-list.js'
import { selectStep, useEditorContext } from '../editor-context.js'
import type { StepActions } from '../use-step-actions.js'
import { nameOf, editorText } from '../editor-text.js'

/** The details of one transition. */
export function WayPanel({ transition, actions }: { transition: DraftTransition; actions: StepActions }) {
  const { draft, errors, open, select } = useEditorContext()
  const { id, fromStepId, toStepId, branch } = transition
  const from = findDraftStep(draft, fromStepId)
  const outcomes = from ? outcomesOf(from) : []
  const outcome = outcomes.find((one) => one.branch === branch) ?? { branch, name: null }
  const own = errors.filter(({ transitionId }) => transitionId === id)
  const toStep = (stepId: string) => (
    <Button variant="quiet" className="max-w-full" onClick={() => select(selectStep(stepId))}>
      <span className="truncate">{nameOf(draft, stepId)}</span>
    </Button>
  )
  return (
    <>
      <h2 className="text-title font-semibold">{editorText.inspector.connection}</h2>
      {own.map(({ field, message }) => (
        <p key={field} className="text-bad">
          {message}
        </p>
      ))}
      <DefinitionList
        isStacked
        items={[
          [editorText.inspector.from, toStep(fromStepId)],
          [editorText.inspector.on, outcomes.length > 1 ? outcomeLabel(outcome) : null],
          [editorText.inspector.to, toStep(toStepId)],
        ]}
      />
      <div className="flex flex-wrap gap-2">
        <Button icon={Plus} onClick={() => open({ kind: 'add', stepId: fromStepId, branch })}>
          {editorText.inspector.insert}
        </Button>
        <Button icon={Spline} onClick={() => open({ kind: 'connect', stepId: fromStepId, branch })}>
          {editorText.inspector.change}
        </Button>
        <Button icon={Unlink} onClick={() => actions.disconnect(id)}>
          {editorText.inspector.disconnect}
        </Button>
      </div>
    </>
  )
}
