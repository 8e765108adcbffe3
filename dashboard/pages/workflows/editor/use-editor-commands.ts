import { useMemo } from 'react'
import { useCommands, type Command } from '../../../commands/registry.js'
import type { DraftFault } from '../../../shared/workflow-draft/draft.js'
import { announce } from './announce.js'
import { selectedStepId, selectStep, type EditorContext } from './editor-context.js'
import type { Editor } from './use-editor.js'
import type { StepActs } from './use-step-acts.js'
import { faultText, nameOf, words } from './words.js'

/** The actions on the draft as a whole. */
export interface EditorActs {
  undo: () => void
  redo: () => void
  tidy: () => void
  publish: () => void
  goTo: (fault: DraftFault) => void
}

/** The acts on the whole draft. Each says what it has done. */
export function useEditorActs(editor: Editor, { draft, select, open }: EditorContext): EditorActs {
  const { dispatch, edit } = editor
  return useMemo(
    () => ({
      undo() {
        dispatch({ type: 'undo' })
        announce(words.outline.undone)
      },
      redo() {
        dispatch({ type: 'redo' })
        announce(words.outline.redone)
      },
      tidy() {
        edit({ type: 'tidy' })
        announce(words.outline.tidied)
      },
      publish: () => open({ kind: 'publish' }),
      goTo(fault) {
        const { stepId } = fault
        select(stepId === null ? { stepIds: [], transitionId: fault.transitionId } : selectStep(stepId))
        const where = stepId === null ? words.ofWorkflow : nameOf(draft, stepId)
        announce(`${where}: ${faultText(draft, fault)}`)
      },
    }),
    [dispatch, edit, draft, select, open],
  )
}

interface Offered {
  context: EditorContext
  acts: EditorActs
  steps: StepActs
  showOutline: () => void
}

/** Offers the acts of the editor by keys and by the palette. */
export function useEditorCommands({ context, acts, steps, showOutline }: Offered): void {
  const { open, selection, faults, isReadOnly } = context
  const stepId = selectedStepId(selection)
  const commands = useMemo((): Command[] => {
    const nextFault = (): void => {
      const at = faults.findIndex((fault) => fault.stepId === stepId)
      const behind = faults.findIndex((fault, index) => index > at && fault.stepId !== stepId)
      const next = faults[at === -1 ? 0 : behind === -1 ? 0 : behind]
      if (next) acts.goTo(next)
      else announce(words.noFaults)
    }
    const { commands: titles } = words
    const page = (id: string, keys: string | null, title: string, run: () => void): Command => ({
      id: `workflow ${id}`,
      group: 'page',
      title,
      run,
      ...(keys === null ? {} : { keys }),
    })
    const always = [
      page('outline', 'alt+1', titles.outline, showOutline),
      page('fault', 'F8', titles.nextFault, nextFault),
      page('versions', null, titles.versions, () => open({ kind: 'versions' })),
      page('try', null, titles.tryIt, () => open({ kind: 'try' })),
    ]
    if (isReadOnly) return always
    const editing = [
      page('publish', 'mod+s', titles.publish, acts.publish),
      page('undo', 'mod+z', titles.undo, acts.undo),
      page('redo', 'mod+shift+z', titles.redo, acts.redo),
      page('tidy', null, titles.tidy, acts.tidy),
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
  }, [open, acts, steps, stepId, selection, faults, isReadOnly, showOutline])
  useCommands(commands)
}
