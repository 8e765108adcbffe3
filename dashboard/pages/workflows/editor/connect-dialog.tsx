import { useState } from 'react'
import { t } from '../../../messages/index.js'
import type { DraftStep } from '../../../shared/workflow-draft/draft.js'
import {
  findDraftStep,
  outcomesWithTransitions,
  whyNotConnect,
  whyNotReconnect,
} from '../../../shared/workflow-draft/graph.js'
import { outcomeLabel, STEP_ICONS } from '../../../shared/workflow-graph/step-types.js'
import { Button } from '../../../ui/button.js'
import { Dialog } from '../../../ui/dialog.js'
import { Field } from '../../../ui/field.js'
import { Select } from '../../../ui/input.js'
import { useEditorContext } from './editor-context.js'
import { stepButtons } from './step-buttons.js'
import type { StepActions } from './use-step-actions.js'
import { dialogText } from './dialog-text.js'
import { nameOf } from './editor-text.js'

interface ConnectDialogProps {
  stepId: string
  branch?: string | null | undefined
  actions: StepActions
  onClose: () => void
}

/** Chooses which outcome of a step leads to which other step. */
export function ConnectDialog({ stepId, branch, actions, onClose }: ConnectDialogProps) {
  const { draft } = useEditorContext()
  const step = findDraftStep(draft, stepId)
  const outcomes = step ? outcomesWithTransitions(draft, step) : []
  const first =
    branch === undefined
      ? Math.max(
          0,
          outcomes.findIndex(({ transition }) => !transition),
        )
      : -1
  const [at, setAt] = useState(() => (first >= 0 ? first : outcomes.findIndex((outcome) => outcome.branch === branch)))
  const outcome = outcomes[at]
  const choose = (targetId: string): void => {
    if (!outcome) return
    if (outcome.transition) actions.reconnect(outcome.transition.id, targetId)
    else actions.connect(stepId, outcome.branch, targetId)
    onClose()
  }
  return (
    <Dialog isOpen onClose={onClose} title={dialogText.connect.title(nameOf(draft, stepId))}>
      {outcomes.length === 0 && <p>{dialogText.connect.impossible}</p>}
      {outcomes.length > 1 && (
        <div className="mb-3">
          <Field label={dialogText.connect.outcome}>
            {(ids) => (
              <Select
                {...ids}
                options={outcomes.map((one, index) => ({ value: String(index), label: outcomeLabel(one) }))}
                value={String(at)}
                onChange={({ target }) => setAt(Number(target.value))}
              />
            )}
          </Field>
        </div>
      )}
      {outcome && <Targets stepId={stepId} outcome={outcome} onChoose={choose} />}
    </Dialog>
  )
}

interface TargetsProps {
  stepId: string
  outcome: ReturnType<typeof outcomesWithTransitions>[number]
  onChoose: (stepId: string) => void
}

/** The steps to which the outcome can lead, and those to which it cannot, with the reason. */
function Targets({ stepId, outcome, onChoose }: TargetsProps) {
  const { draft } = useEditorContext()
  const { branch, transition } = outcome
  const reasonFor = (target: DraftStep): string | null =>
    transition ? whyNotReconnect(draft, transition.id, target.id) : whyNotConnect(draft, stepId, branch, target.id)
  const targets = draft.steps.filter(({ id }) => id !== stepId && id !== transition?.toStepId)
  const sorted = targets
    .map((target) => ({ target, reason: reasonFor(target) }))
    .sort((one, other) => Number(one.reason !== null) - Number(other.reason !== null))
  return (
    <>
      <h3 className="mb-1 font-medium">{dialogText.connect.target}</h3>
      {/* The arrows are a help beside Tab: each entry is a button. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul className="flex flex-col" onKeyDown={stepButtons}>
        {sorted.map(({ target, reason }, index) => {
          const Icon = STEP_ICONS[target.type]
          return (
            <li key={target.id}>
              <Button
                variant="quiet"
                autoFocus={index === 0}
                className="h-auto! w-full justify-start! py-1.5 text-left whitespace-normal!"
                disabled={reason !== null}
                onClick={() => onChoose(target.id)}
              >
                <Icon aria-hidden size={16} className="shrink-0 text-muted" />
                <span className="min-w-0">
                  <span className="sr-only">{`${t.workflowGraph.types[target.type]}: `}</span>
                  <span className="block break-words">{target.name}</span>
                  {reason !== null && <span className="block text-small font-normal">{reason}</span>}
                </span>
              </Button>
            </li>
          )
        })}
      </ul>
    </>
  )
}
