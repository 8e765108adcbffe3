import { useMemo } from 'react'
import { useCommands, type Command } from '../../../commands/registry.js'
import type { DraftError } from '../../../shared/workflow-draft/draft.js'
import { announce } from './announce.js'
import { selectedStepId, selectStep, type EditorContext } from './editor-context.js'
import type { Editor } from './use-editor.js'
import type { Panes } from './use-panes.js'
import type { StepActions } from './use-step-actions.js'
import { describeDraftError, nameOf, editorText } from './editor-text.js'

/** The actions on the draft as a whole. */
export interface EditorActions {
  undo: () => void
  redo: () => void
  tidy: () => void
  publish: () => void
  goTo: (error: DraftError) => void
}

/** The actions on the whole draft. Each says what it has done. */
export function useEditorActions(editor: Editor, { draft, select, open }: EditorContext): EditorActions {
  const { dispatch, edit } = editor
  return useMemo(
    () => ({
      undo() {
        dispatch({ type: 'undo' })
        announce(editorText.outline.undone)
      },
      redo() {
        dispatch({ type: 'redo' })
        announce(editorText.outline.redone)
      },
      tidy() {
        edit({ type: 'tidy' })
        announce(editorText.outline.tidied)
      },
      publish: () => open({ kind: 'publish' }),
      goTo(error) {
        const { stepId } = error
        select(stepId === null ? { stepIds: [], transitionId: error.transitionId } : selectStep(stepId))
        const where = stepId === null ? editorText.ofWorkflow : nameOf(draft, stepId)
        announce(`${where}: ${describeDraftError(draft, error)}`)
      },
    }),
    [dispatch, edit, draft, select, open],
  )
}

interface Offered {
  context: EditorContext
  actions: EditorActions
  steps: StepActions
  panes: Panes
}

/** Offers the actions of the editor by keys and by the palette. */
export function useEditorCommands({ context, actions, steps, panes }: Offered): void {
  const { open, selection, errors, isReadOnly } = context
  const stepId = selectedStepId(selection)
  const { showOutline, fullScreen } = panes
  const commands = useMemo((): Command[] => {
    const nextError = (): void => {
      const at = errors.findIndex((error) => error.stepId === stepId)
      const behind = errors.findIndex((error, index) => index > at && error.stepId !== stepId)
      const next = errors[at === -1 ? 0 : behind === -1 ? 0 : behind]
      if (next) actions.goTo(next)
      else announce(editorText.noErrors)
    }
    const { commands: titles } = editorText
    const page = (id: string, keys: string | null, title: string, run: () => void): Command => ({
      id: `workflow ${id}`,
      group: 'page',
      title,
      run,
      ...(keys === null ? {} : { keys }),
    })
    const always = [
      page('outline', 'alt+1', titles.outline, showOutline),
      page('full screen', 'f', titles.fullScreen, fullScreen.toggle),
      page('error', 'F8', titles.nextError, nextError),
      page('versions', null, titles.versions, () => open({ kind: 'versions' })),
      page('try', null, titles.tryIt, () => open({ kind: 'try' })),
    ]
    if (isReadOnly) return always
    const editing = [
      page('publish', 'mod+s', titles.publish, actions.publish),
      page('undo', 'mod+z', titles.undo, actions.undo),
      page('redo', 'mod+shift+z', titles.redo, actions.redo),
      page('tidy', null, titles.tidy, actions.tidy),
    ]
    const { stepIds } = selection
    const ofSteps = [
      page('duplicate', null, titles.duplicate, () => steps.duplicate(stepIds)),
      page('delete', null, titles.delete, () => steps.remove(stepIds)),
    ]
    if (stepId === null) return [...always, ...editing, ...(stepIds.length > 0 ? ofSteps : [])]
    return [
      ...always,
      ...editing,
      ...ofSteps,
      page('add', 'a', titles.add, () => open({ kind: 'add', stepId })),
      page('connect', 'l', titles.connect, () => open({ kind: 'connect', stepId })),
    ]
  }, [open, actions, steps, stepId, selection, errors, isReadOnly, showOutline, fullScreen])
  useCommands(commands)
}
