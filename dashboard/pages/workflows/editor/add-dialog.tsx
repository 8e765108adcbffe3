import { useState } from 'react'
import { MAX_STEPS } from '../../../../models/domain/workflow-graph.js'
import { t } from '../../../messages/index.js'
import type { DraftStep } from '../../../shared/workflow-draft/draft.js'
import type { Place } from '../../../shared/workflow-draft/edit.js'
import { placeAfter } from '../../../shared/workflow-draft/edits.js'
import { findDraftStep, outcomesWithTransitions } from '../../../shared/workflow-draft/graph.js'
import { ADDABLE_TYPES, outcomeLabel, STEP_ICONS } from '../../../shared/workflow-graph/step-types.js'
import { Dialog } from '../../../ui/dialog.js'
import { Field } from '../../../ui/field.js'
import { Select } from '../../../ui/input.js'
import { useEditorContext } from './editor-context.js'
import { stepButtons } from './step-buttons.js'
import type { StepActions } from './use-step-actions.js'
import { dialogText } from './dialog-text.js'
import { nameOf } from './editor-text.js'

interface AddDialogProps {
  stepId: string
  /** The outcome after which the step goes; without it the first free one. */
  branch?: string | null | undefined
  actions: StepActions
  onClose: () => void
}

/** Chooses what is added after a step, and after which of its outcomes. */
export function AddDialog({ stepId, branch, actions, onClose }: AddDialogProps) {
  const { draft } = useEditorContext()
  const step = findDraftStep(draft, stepId)
  const [place, setPlace] = useState<Place>(() =>
    branch === undefined ? placeAfter(draft, stepId) : { at: 'outcome', fromStepId: stepId, branch },
  )
  const isFull = draft.steps.length >= MAX_STEPS
  return (
    <Dialog isOpen onClose={onClose} title={dialogText.add.title} text={dialogText.add.after(nameOf(draft, stepId))}>
      {isFull && <p className="text-bad">{dialogText.add.full}</p>}
      {step && <Outcome step={step} place={place} onChange={setPlace} />}
      {/* The arrows are a help beside Tab: each entry is a button. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul className="flex flex-col" onKeyDown={stepButtons}>
        {!isFull &&
          typesAt(draft.transitions, place).map((type, index) => {
            const Icon = STEP_ICONS[type]
            return (
              <li key={type}>
                <button
                  type="button"
                  autoFocus={index === 0}
                  className="flex w-full items-start gap-3 rounded-control px-2 py-2 text-left hover:bg-raised"
                  onClick={() => {
                    actions.add(type, place)
                    onClose()
                  }}
                >
                  <Icon aria-hidden size={16} className="mt-0.5 shrink-0 text-muted" />
                  <span>
                    <span className="block font-medium">{t.workflowGraph.types[type]}</span>
                    <span className="block text-small text-muted">{dialogText.add.hints[type]}</span>
                  </span>
                </button>
              </li>
            )
          })}
      </ul>
    </Dialog>
  )
}

interface OutcomeProps {
  step: DraftStep
  place: Place
  onChange: (place: Place) => void
}

function Outcome({ step, place, onChange }: OutcomeProps) {
  const { draft } = useEditorContext()
  const outcomes = outcomesWithTransitions(draft, step)
  if (outcomes.length < 2) return null
  const current = outcomes.findIndex(({ branch, transition }) =>
    place.at === 'transition'
      ? transition?.id === place.transitionId
      : place.at === 'outcome' && place.branch === branch,
  )
  const options = outcomes.map((outcome, index) => ({
    value: String(index),
    label: outcome.transition
      ? dialogText.add.taken(outcomeLabel(outcome), nameOf(draft, outcome.transition.toStepId))
      : dialogText.add.free(outcomeLabel(outcome)),
  }))
  return (
    <div className="mb-3">
      <Field label={dialogText.add.where}>
        {(ids) => (
          <Select
            {...ids}
            options={options}
            value={String(current)}
            onChange={({ target }) => {
              const outcome = outcomes[Number(target.value)]
              if (outcome) onChange({ at: 'outcome', fromStepId: step.id, branch: outcome.branch })
            }}
          />
        )}
      </Field>
    </div>
  )
}

/** Nothing can follow an exit, so that it goes to the end of a path alone. */
function typesAt(transitions: readonly { id: string; fromStepId: string; branch: string | null }[], place: Place) {
  const isTaken =
    place.at === 'transition' ||
    (place.at === 'outcome' &&
      transitions.some(({ fromStepId, branch }) => fromStepId === place.fromStepId && branch === place.branch))
  return ADDABLE_TYPES.filter((type) => type !== 'EXIT' || !isTaken)
}
