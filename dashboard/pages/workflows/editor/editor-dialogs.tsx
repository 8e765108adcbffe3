import { changesSince } from '../../../shared/workflow-draft/changes.js'
import { Button } from '../../../ui/button.js'
import { Dialog } from '../../../ui/dialog.js'
import { AddDialog } from './add-dialog.js'
import { ChangesList } from './changes-list.js'
import { ConnectDialog } from './connect-dialog.js'
import { useEditorContext, type EditorDialog } from './editor-context.js'
import { FaultsList } from './faults-list.js'
import { PublishDialog } from './publish/publish-dialog.js'
import { TryDialog } from './try-dialog.js'
import type { EditorActs } from './use-editor-commands.js'
import type { Editor } from './use-editor.js'
import type { StepActs } from './use-step-acts.js'
import { VersionsDialog } from './versions/versions-dialog.js'
import { dialogWords } from './dialog-words.js'
import { words } from './words.js'

/** Which dialog is open, and what it works on. */
export interface EditorDialogsProps {
  dialog: EditorDialog
  editor: Editor
  acts: EditorActs
  steps: StepActs
  onClose: () => void
}

/** The dialog of the editor that is open. */
export function EditorDialogs({ dialog, editor, acts, steps, onClose }: EditorDialogsProps) {
  const { draft, faults } = useEditorContext()
  const goTo: EditorActs['goTo'] = (fault) => {
    onClose()
    acts.goTo(fault)
  }
  switch (dialog.kind) {
    case 'add':
      return <AddDialog {...dialog} acts={steps} onClose={onClose} />
    case 'connect':
      return <ConnectDialog {...dialog} acts={steps} onClose={onClose} />
    case 'publish':
      return <PublishDialog editor={editor} isEnabling={dialog.isEnabling === true} onGo={goTo} onClose={onClose} />
    case 'versions':
      return <VersionsDialog onClose={onClose} />
    case 'try':
      return <TryDialog isChanged={editor.isChanged} onClose={onClose} />
    case 'faults':
      return (
        <Dialog isOpen onClose={onClose} title={words.faultList} text={words.faultsHint}>
          <FaultsList draft={draft} faults={faults} onGo={goTo} />
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
    <Dialog isOpen onClose={onClose} title={dialogWords.changeList.title} text={words.permanent}>
      <ChangesList before={before} after={draft} changes={changesSince(before, draft)} />
      <div className="mt-4 flex justify-end">
        <Button
          variant="danger"
          onClick={() => {
            discard()
            onClose()
          }}
        >
          {words.discard}
        </Button>
      </div>
    </Dialog>
  )
}
