import { useCallback, useEffect, useMemo, useState } from 'react'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { Answer } from '../../../api/client.js'
import { useLoadAhead } from '../../../shared/lazy-part.js'
import { RestoredBanner } from '../../../shared/restored-banner.js'
import { join } from '../../../ui/join.js'
import { Unsaved } from '../../../shared/unsaved.js'
import type { Selection } from '../../../shared/workflow-draft/draft.js'
import { isSame } from '../../../shared/workflow-draft/is-same.js'
import { Announcer } from './announcer.js'
import { EditorBody } from './editor-body.js'
import { EditorProvider, selectedStepId, type EditorContext, type EditorDialog } from './editor-context.js'
import { EditorHeader } from './editor-header.js'
import { baseOf } from './stored-draft.js'
import { ArchiveOfWorkflow, EditorDialogs, LATER_PARTS } from './later-parts.js'
import { NewerVersion } from './newer-version.js'
import { useEditor, type Editor as Editing } from './use-editor.js'
import { useEditorActions, useEditorCommands } from './use-editor-commands.js'
import { useEnabling } from './use-enabling.js'
import { useDraftErrors } from './use-draft-errors.js'
import { useIsWide } from './use-is-wide.js'
import { useNames } from './use-names.js'
import { usePanes } from './use-panes.js'
import { useStepActions } from './use-step-actions.js'
import { useStepCounts } from './use-step-counts.js'

const route = getRouteApi('/p/$projectId/workflows/$workflowId')

/** The editor of a workflow: its outline, its drawing, and the details of what is selected. */
export function Editor({ workflow }: { workflow: Answer<'GET /workflows/:id'> }) {
  const { step } = route.useSearch()
  const editor = useEditor(workflow, step)
  const [dialog, open] = useState<EditorDialog | null>(null)
  const panes = usePanes()
  const { fullScreen } = panes
  const context = useContextOf(workflow, editor, open)
  const steps = useStepActions(context)
  const actions = useEditorActions(editor, context)
  useEditorCommands({ context, actions, steps, panes })
  useAddress(context.selection)
  useLoadAhead(useIsWide() ? LATER_PARTS.wide : LATER_PARTS.narrow)
  useNewerBase(workflow, editor)
  const { isBusy, turn } = useEnabling(workflow, editor, () => open({ kind: 'errors' }))
  const { isChanged, restoredAt, discard } = editor
  const enabling = {
    isBusy,
    // The switch enables the shown workflow: it publishes the draft with it.
    turn: (isOn: boolean) => (isOn && isChanged ? open({ kind: 'publish', isEnabling: true }) : void turn(isOn)),
  }
  return (
    <EditorProvider value={context}>
      <div
        data-wide-page
        data-full-page
        className={join(
          'flex min-h-0 flex-1 flex-col',
          fullScreen.is && 'wide:fixed wide:inset-0 wide:z-20 wide:bg-canvas wide:p-3',
        )}
      >
        <EditorHeader editor={editor} actions={actions} enabling={enabling} />
        <RestoredBanner
          edited={{
            value: null,
            base: null,
            isChanged,
            restoredAt,
            isStale: workflow.version !== editor.state.base.version,
            discard,
          }}
        />
        <ArchiveOfWorkflow workflow={workflow} />
        <NewerVersion editor={editor} />
        <EditorBody editor={editor} steps={steps} panes={panes} />
      </div>
      <Announcer />
      {dialog && <EditorDialogs {...{ dialog, editor, actions, steps }} onClose={() => open(null)} />}
      <Unsaved isUnsaved={isChanged} onDiscard={discard} />
    </EditorProvider>
  )
}

function useContextOf(
  workflow: Answer<'GET /workflows/:id'>,
  editor: Editing,
  open: (dialog: EditorDialog) => void,
): EditorContext {
  const { draft, state, dispatch, edit } = editor
  const errors = useDraftErrors(workflow, draft, state.base)
  const counts = useStepCounts(workflow.projectId, workflow.id)
  const names = useNames(workflow.projectId, draft)
  const select = useCallback(
    ({ stepIds, transitionId }: Selection): void => dispatch({ type: 'select', stepIds, transitionId }),
    [dispatch],
  )
  const { selection, revision } = state
  return useMemo(
    () => ({ workflow, draft, selection, errors, counts, names, revision, isReadOnly: false, edit, select, open }),
    [workflow, draft, selection, errors, counts, names, revision, edit, select, open],
  )
}

/** Names the selected step in the address, so that a copied link shows it. */
function useAddress(selection: Selection): void {
  const navigate = useNavigate()
  const step = selectedStepId(selection) ?? undefined
  useEffect(() => {
    void navigate({ to: '.', search: (before) => ({ ...before, step }), replace: true })
  }, [navigate, step])
}

/** A newer version replaces the draft immediately if the draft has no changes or holds the same content. */
function useNewerBase(workflow: Answer<'GET /workflows/:id'>, { state, isChanged, dispatch }: Editing): void {
  const { base } = state
  useEffect(() => {
    if (workflow.updatedAt === base.updatedAt && workflow.version === base.version) return
    // An answer that was requested before the last publication may arrive after it.
    if (workflow.updatedAt < base.updatedAt) return
    const next = baseOf(workflow)
    if (isSame(next.draft, base.draft)) dispatch({ type: 'touched', base: next })
    else if (!isChanged) dispatch({ type: 'rebased', base: next, draft: next.draft })
  }, [workflow, base, isChanged, dispatch])
}
