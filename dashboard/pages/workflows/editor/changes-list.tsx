import type { Changes } from '../../../shared/workflow-draft/changes.js'
import type { Draft, DraftTransition } from '../../../shared/workflow-draft/draft.js'
import { findDraftStep, outcomesOf } from '../../../shared/workflow-draft/graph.js'
import { outcomeLabel } from '../../../shared/workflow-graph/step-types.js'
import { dialogText } from './dialog-text.js'
import { editorText } from './editor-text.js'

/** The differences between two versions of a workflow, in sentences. */
export function ChangesList({ before, after, changes }: { before: Draft; after: Draft; changes: Changes }) {
  const texts = textsOf(before, after, changes)
  if (texts.length === 0) return <p className="text-muted">{dialogText.changeList.none}</p>
  return (
    <ul className="list-disc pl-5">
      {texts.map((text, index) => (
        <li key={`${index} ${text}`} className="break-words">
          {text}
        </li>
      ))}
    </ul>
  )
}

function textsOf(before: Draft, after: Draft, changes: Changes): string[] {
  const { changeList: list } = dialogText
  const nameOf = (stepId: string): string =>
    (findDraftStep(after, stepId) ?? findDraftStep(before, stepId))?.name ?? editorText.goneStep
  const way = (one: DraftTransition) =>
    [nameOf(one.fromStepId), branchOf(before, after, one), nameOf(one.toStepId)] as const
  return [
    ...(changes.isNameChanged ? [list.name(after.name)] : []),
    ...(changes.isDescriptionChanged ? [list.description] : []),
    ...(changes.isTriggerChanged ? [list.trigger] : []),
    ...changes.added.map(({ name }) => list.added(name)),
    ...changes.changed.map(({ after: step, parts }) =>
      list.changed(step.name, parts.map((part) => list.parts[part]).join(', ')),
    ),
    ...changes.removed.map(({ name }) => list.removed(name)),
    ...changes.connected.map((one) => list.connected(...way(one))),
    ...changes.disconnected.map((one) => list.disconnected(...way(one))),
    ...(changes.isMoved ? [list.moved] : []),
  ]
}

/** The name of the outcome of a transition; null where its step has that one alone. */
function branchOf(before: Draft, after: Draft, { fromStepId, branch }: DraftTransition): string | null {
  const step = findDraftStep(after, fromStepId) ?? findDraftStep(before, fromStepId)
  const outcomes = step ? outcomesOf(step) : []
  if (outcomes.length < 2) return null
  return outcomeLabel(outcomes.find((one) => one.branch === branch) ?? { branch, name: null })
}
