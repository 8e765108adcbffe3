import { Plus, Spline, Unlink } from 'lucide-react'
import type { DraftTransition } from '../../../../shared/workflow-draft/draft.js'
import { findDraftStep, outcomesOf } from '../../../../shared/workflow-draft/graph.js'
import { outcomeLabel } from '../../../../shared/workflow-graph/step-types.js'
import { Button } from '../../../../ui/button.js'
import { DefinitionList } from '../../../../ui/definition-list.js'
import { selectStep, useEditorContext } from '../editor-context.js'
import type { StepActs } from '../use-step-acts.js'
import { nameOf, words } from '../words.js'

/** The details of one transition. */
export function WayPanel({ transition, acts }: { transition: DraftTransition; acts: StepActs }) {
  const { draft, faults, open, select } = useEditorContext()
  const { id, fromStepId, toStepId, branch } = transition
  const from = findDraftStep(draft, fromStepId)
  const outcomes = from ? outcomesOf(from) : []
  const outcome = outcomes.find((one) => one.branch === branch) ?? { branch, name: null }
  const own = faults.filter(({ transitionId }) => transitionId === id)
  const toStep = (stepId: string) => (
    <Button variant="quiet" className="max-w-full" onClick={() => select(selectStep(stepId))}>
      <span className="truncate">{nameOf(draft, stepId)}</span>
    </Button>
  )
  return (
    <>
      <h2 className="text-title font-semibold">{words.inspector.connection}</h2>
      {own.map(({ field, message }) => (
        <p key={field} className="text-bad">
          {message}
        </p>
      ))}
      <DefinitionList
        isStacked
        items={[
          [words.inspector.from, toStep(fromStepId)],
          [words.inspector.on, outcomes.length > 1 ? outcomeLabel(outcome) : null],
          [words.inspector.to, toStep(toStepId)],
        ]}
      />
      <div className="flex flex-wrap gap-2">
        <Button icon={Plus} onClick={() => open({ kind: 'add', stepId: fromStepId, branch })}>
          {words.inspector.insert}
        </Button>
        <Button icon={Spline} onClick={() => open({ kind: 'connect', stepId: fromStepId, branch })}>
          {words.inspector.change}
        </Button>
        <Button icon={Unlink} onClick={() => acts.disconnect(id)}>
          {words.inspector.disconnect}
        </Button>
      </div>
    </>
  )
}
