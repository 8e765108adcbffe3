import { changesSince } from '../../../shared/workflow-draft/changes.js'
import { Button } from '../../../ui/button.js'
import { Dialog } from '../../../ui/dialog.js'
import { AddDialog } from './add-dialog.js'
import { ChangesList } from './changes-list.js'
import { ConnectDialog } from './connect-dialog.js'
import { useEditorContext, type EditorDialog } from './editor-context.js'
import { ErrorList } from './error-list.js'
import { PublishDialog } from './publish/publish-dialog.js'
import { TryDialog } from './try-dialog.js'
import type { EditorActions } from './use-editor-commands.js'
import type { Editor } from './use-editor.js'
import type { StepActions } from './use-step-actions.js'
import { VersionsDialog } from './versions/versions-dialog.js'
import { dialogText } from './dialog-text.js'
import { editorText } from './editor-text.js'

/** Which dialog is open, and what it works on. */
export interface EditorDialogsProps {
  dialog: EditorDialog
  editor: Editor
  actions: EditorActions
  steps: StepActions
  onClose: () => void
}

/** The dialog of the editor that is open. */
export function EditorDialogs({ dialog, editor, actions, steps, onClose }: EditorDialogsProps) {
  const { draft, errors } = useEditorContext()
  const goTo: EditorActions['goTo'] = (error) => {
    onClose()
    actions.goTo(error)
  }
  switch (dialog.kind) {
    case 'add':
      return <AddDialog {...dialog} actions={steps} onClose={onClose} />
    case 'connect':
      return <ConnectDialog {...dialog} actions={steps} onClose={onClose} />
    case 'publish':
      return <PublishDialog editor={editor} isEnabling={dialog.isEnabling === true} onGo={goTo} onClose={onClose} />
    case 'versions':
      return <VersionsDialog onClose={onClose} />
    case 'try':
      return <TryDialog isChanged={editor.isChanged} onClose={onClose} />
    case 'errors':
      return (
        <Dialog isOpen onClose={onClose} title={editorText.errorList} text={editorText.errorsHint}>
          <ErrorList draft={draft} errors={errors} onGo={goTo} />
        </Dialog>
      )
    case 'changes':
      return <ChangesDialog editor={editor} onClose={onClose} />
    default:
      return dialog satisfies never
  }
}

function ChangesDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { draft, state, discard } = editor
  const before = state.base.draft
  return (
    <Dialog isOpen onClose={onClose} title={dialogText.changeList.title} text={editorText.permanent}>
      <ChangesList before={before} after={draft} changes={changesSince(before, draft)} />
      <div className="mt-4 flex justify-end">
        <Button
          variant="danger"
          onClick={() => {
            discard()
            onClose()
          }}
        >
          {editorText.discard}
        </Button>
      </div>
    </Dialog>
  )
}
