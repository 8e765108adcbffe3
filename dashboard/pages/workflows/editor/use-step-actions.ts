import { useMemo } from 'react'
import type { StepType } from '../../../../models/domain/workflow-graph.js'
import { t } from '../../../messages/index.js'
import type { Draft } from '../../../shared/workflow-draft/draft.js'
import type { Place } from '../../../shared/workflow-draft/edit.js'
import { addEdit, connectEdit, copySteps, pasteEdit, placeAfter } from '../../../shared/workflow-draft/edits.js'
import { whyNotJoined } from '../../../shared/workflow-draft/delete-steps.js'
import { findDraftStep } from '../../../shared/workflow-draft/graph.js'
import { keepClip, storedClip } from '../../../shared/workflow-graph/clipboard.js'
import { freshName } from '../../../shared/workflow-graph/fresh-name.js'
import { announce } from './announce.js'
import type { EditorContext } from './editor-context.js'
import { nameOf, editorText } from './editor-text.js'

/** The actions of the outline and of the inspector on steps. Each says what it has done. */
export interface StepActions {
  add: (type: Exclude<StepType, 'TRIGGER'>, place: Place) => void
  connect: (fromStepId: string, branch: string | null, toStepId: string) => void
  reconnect: (transitionId: string, toStepId: string) => void
  disconnect: (transitionId: string) => void
  remove: (stepIds: readonly string[]) => void
  duplicate: (stepIds: readonly string[]) => void
  copy: (stepIds: readonly string[]) => void
  /** Copies steps and deletes them, as one edit. */
  cut: (stepIds: readonly string[]) => void
  paste: (afterStepId: string | null) => void
}

/** The actions on the steps of a draft. */
export function useStepActions({ draft, edit }: Pick<EditorContext, 'draft' | 'edit'>): StepActions {
  return useMemo(
    () => ({
      add(type, place) {
        const name = freshName(t.workflowGraph.types[type], draft.steps)
        edit(addEdit({ type, name }, place))
        announce(editorText.outline.added(name))
      },
      connect(fromStepId, branch, toStepId) {
        edit(connectEdit(fromStepId, branch, toStepId))
        announce(editorText.outline.connected(nameOf(draft, fromStepId), nameOf(draft, toStepId)))
      },
      reconnect(transitionId, toStepId) {
        const fromStepId = draft.transitions.find(({ id }) => id === transitionId)?.fromStepId ?? null
        edit({ type: 'reconnect', transitionId, toStepId })
        announce(editorText.outline.connected(nameOf(draft, fromStepId), nameOf(draft, toStepId)))
      },
      disconnect(transitionId) {
        edit({ type: 'disconnect', transitionId })
        announce(editorText.outline.disconnected)
      },
      remove(stepIds) {
        const text = deletionText(draft, stepIds)
        if (text === null) return
        edit({ type: 'delete', stepIds })
        announce(text)
      },
      cut(stepIds) {
        const clip = copySteps(draft, stepIds)
        if (clip.steps.length === 0) return
        keepClip(clip)
        edit({ type: 'delete', stepIds })
        announce(editorText.outline.cut(clip.steps.length))
      },
      duplicate(stepIds) {
        const clip = copySteps(draft, stepIds)
        const last = clip.steps.at(-1)
        if (!last) return
        edit(pasteEdit(clip, placeAfter(draft, last.id)))
        announce(editorText.outline.pasted(clip.steps.length))
      },
      copy(stepIds) {
        const clip = copySteps(draft, stepIds)
        if (clip.steps.length === 0) return
        keepClip(clip)
        announce(editorText.outline.copied(clip.steps.length))
      },
      paste(afterStepId) {
        const clip = storedClip()
        if (!clip) return
        edit(pasteEdit(clip, afterStepId === null ? { at: 'nowhere' } : placeAfter(draft, afterStepId)))
        announce(editorText.outline.pasted(clip.steps.length))
      },
    }),
    [draft, edit],
  )
}

/** The announcement of a deletion; null if no step can be deleted. The trigger stays. */
function deletionText(draft: Draft, stepIds: readonly string[]): string | null {
  const found = stepIds.filter((id) => findDraftStep(draft, id)?.type !== 'TRIGGER')
  const [first] = found
  if (first === undefined) return stepIds.length === 0 ? null : editorText.outline.keepsTrigger
  if (found.length > 1) return editorText.outline.deletedSteps(found.length)
  const why = whyNotJoined(draft, first)
  const name = nameOf(draft, first)
  return why === null ? editorText.outline.deleted(name) : editorText.outline.deletedLoose(name, why)
}
