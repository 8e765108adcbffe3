import { useCallback } from 'react'
import { t } from '../../messages/index.js'
import type { Position, Selection } from '../workflow-draft/draft.js'
import type { Edit, Place } from '../workflow-draft/edit.js'
import { addEdit, copySteps, pasteEdit, placeAfter } from '../workflow-draft/edits.js'
import type { AddableType } from './add-menu.js'
import { keepClip, storedClip } from './clipboard.js'
import type { Positions } from './graph.js'
import type { WorkflowGraphProps } from './props.js'
import { freshName } from './fresh-name.js'

const texts = t.workflowGraph.announced

/** The edits of the draft by the canvas. Each edit announces its result to screen readers. */
export function useEdits(
  { draft, dispatch, isReadOnly = false }: WorkflowGraphProps,
  announce: (text: string) => void,
) {
  const edit = useCallback(
    (edit: Edit): void => {
      if (!isReadOnly) dispatch?.({ type: 'edit', edit, at: Date.now() })
    },
    [dispatch, isReadOnly],
  )
  const add = (type: AddableType, place: Place, at?: { position: Position; others: Positions }): string => {
    const made = addEdit({ type, name: freshName(t.workflowGraph.types[type], draft.steps) }, place, at)
    edit(made)
    announce(texts.added(t.workflowGraph.types[type]))
    return made.step.id
  }
  const remove = ({ stepIds, transitionId }: Selection): void => {
    const deleted = draft.steps.filter(({ id, type }) => stepIds.includes(id) && type !== 'TRIGGER')
    if (transitionId !== null) edit({ type: 'disconnect', transitionId })
    else if (deleted.length > 0) edit({ type: 'delete', stepIds: deleted.map(({ id }) => id) })
    else return
    announce(transitionId === null ? texts.deleted(deleted.length) : texts.connectionDeleted)
  }
  const copy = ({ stepIds }: Selection): void => {
    const clip = copySteps(draft, stepIds)
    if (clip.steps.length === 0) return
    keepClip(clip)
    announce(texts.copied(clip.steps.length))
  }
  const cut = (selection: Selection): void => {
    copy(selection)
    if (selection.transitionId === null) remove(selection)
  }
  const paste = ({ stepIds }: Selection): void => {
    const clip = storedClip()
    if (!clip) return
    const [last] = stepIds.slice(-1)
    const made = pasteEdit(clip, last === undefined ? { at: 'nowhere' } : placeAfter(draft, last))
    edit(made)
    announce(texts.pasted(made.clip.steps.length))
  }
  const move = useCallback((positions: Positions): void => edit({ type: 'move', positions }), [edit])
  const deleteTransition = useCallback(
    (transitionId: string): void => {
      edit({ type: 'disconnect', transitionId })
      announce(texts.connectionDeleted)
    },
    [edit, announce],
  )
  return { edit, move, deleteTransition, add, remove, copy, cut, paste }
}
