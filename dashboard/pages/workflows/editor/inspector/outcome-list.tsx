import { Plus, Spline, Unlink } from 'lucide-react'
import type { DraftStep } from '../../../../shared/workflow-draft/draft.js'
import { drawnOutcomes, type DrawnOutcome } from '../../../../shared/workflow-graph/graph.js'
import { outcomeLabel } from '../../../../shared/workflow-graph/step-types.js'
import { Button, IconButton } from '../../../../ui/button.js'
import { selectStep, useEditorContext } from '../editor-context.js'
import type { StepActions } from '../use-step-actions.js'
import { nameOf, editorText } from '../editor-text.js'

/** The outcomes of a step, and where each leads. */
export function OutcomeList({ step, actions }: { step: DraftStep; actions: StepActions }) {
  const { draft } = useEditorContext()
  const outcomes = drawnOutcomes(step, draft.transitions)
  if (outcomes.length === 0) return null
  return (
    <section className="border-t border-line pt-4">
      <h3 className="mb-2 font-medium">{editorText.inspector.outcomes}</h3>
      <ul className="flex flex-col gap-2">
        {outcomes.map((outcome) => (
          <OutcomeRow
            key={outcome.branch ?? ''}
            step={step}
            outcome={outcome}
            isOnly={outcomes.length === 1}
            actions={actions}
          />
        ))}
      </ul>
    </section>
  )
}

interface OutcomeRowProps {
  step: DraftStep
  outcome: DrawnOutcome
  isOnly: boolean
  actions: StepActions
}

function OutcomeRow({ step, outcome, isOnly, actions }: OutcomeRowProps) {
  const { draft, open, select } = useEditorContext()
  const { branch, transition } = outcome
  const label = isOnly ? editorText.inspector.next : outcomeLabel(outcome)
  const at = { stepId: step.id, branch }
  return (
    <li className="flex items-center gap-1">
      <span className="w-24 shrink-0 text-muted break-words">{label}</span>
      <span className="min-w-0 flex-1">
        {transition ? (
          <Button variant="quiet" className="max-w-full" onClick={() => select(selectStep(transition.toStepId))}>
            <span className="truncate">{nameOf(draft, transition.toStepId)}</span>
          </Button>
        ) : (
          <span className="px-3 text-muted">{endOf(step, outcome)}</span>
        )}
      </span>
      <IconButton icon={Plus} label={editorText.inspector.addOn(label)} onClick={() => open({ kind: 'add', ...at })} />
      <IconButton
        icon={Spline}
        label={transition ? editorText.inspector.changeOutcome(label) : editorText.inspector.connectOn(label)}
        onClick={() => open({ kind: 'connect', ...at })}
      />
      {transition && (
        <IconButton
          icon={Unlink}
          label={editorText.inspector.disconnectOn(label)}
          onClick={() => actions.disconnect(transition.id)}
        />
      )}
    </li>
  )
}

/** A call that fails without an outcome for it fails the execution. */
function endOf({ type }: DraftStep, { branch }: DrawnOutcome): string {
  return type === 'WEBHOOK' && branch === 'failure' ? editorText.inspector.failsHere : editorText.inspector.endsHere
}
