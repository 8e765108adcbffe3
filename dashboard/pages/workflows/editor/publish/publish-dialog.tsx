import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../../../api/query.js'
import { formatNumber } from '../../../../messages/format.js'
import { t } from '../../../../messages/index.js'
import { changesSince } from '../../../../shared/workflow-draft/changes.js'
import type { DraftError } from '../../../../shared/workflow-draft/draft.js'
import { Button } from '../../../../ui/button.js'
import { Checkbox } from '../../../../ui/checkbox.js'
import { Dialog } from '../../../../ui/dialog.js'
import { toast } from '../../../../ui/toast.js'
import { ChangesList } from '../changes-list.js'
import { useEditorContext } from '../editor-context.js'
import { ErrorList } from '../error-list.js'
import type { Editor } from '../use-editor.js'
import { dialogText } from '../dialog-text.js'
import { Collision } from './collision.js'
import { usePublish } from './use-publish.js'
import { ErrorText } from '../../../../ui/error-text.js'

interface PublishDialogProps {
  editor: Editor
  /** Whether the workflow is to be enabled with it, as its switch asked. */
  isEnabling: boolean
  onGo: (error: DraftError) => void
  onClose: () => void
}

/** Says what a publication changes, and makes it; where another version came first, what differs from it. */
export function PublishDialog({ editor, isEnabling, onGo, onClose }: PublishDialogProps) {
  const { workflow, errors } = useEditorContext()
  const { draft, state, isChanged } = editor
  const [isEnabled, setEnabled] = useState(isEnabling)
  const publishing = usePublish(workflow.projectId, workflow.id, editor)
  // An answer that was asked for before the last publication may be older than the draft's version.
  const isStale = workflow.updatedAt > state.base.updatedAt
  const theirs = publishing.theirs ?? (isStale ? workflow : null)
  if (theirs) return <Collision editor={editor} theirs={theirs} onClose={onClose} />
  const found = publishing.refused.length > 0 ? publishing.refused : errors
  const isBlocked = workflow.enabled && found.length > 0
  const publish = async (): Promise<void> => {
    const published = await publishing.publish({ isEnabled: isEnabled && !workflow.enabled && found.length === 0 })
    if (!published) return
    toast(
      published.enabled && !workflow.enabled
        ? dialogText.publishing.doneEnabled(published.version)
        : dialogText.publishing.done(published.version),
    )
    onClose()
  }
  return (
    <Dialog isOpen onClose={onClose} title={dialogText.publishing.title} text={dialogText.publishing.text}>
      <div className="flex flex-col gap-4">
        {isChanged ? (
          <ChangesList before={state.base.draft} after={draft} changes={changesSince(state.base.draft, draft)} />
        ) : (
          <p>{dialogText.publishing.nothing}</p>
        )}
        <ActiveExecutions version={state.base.version} />
        <ErrorsFound errors={found} onGo={onGo} />
        {!workflow.enabled && found.length === 0 && (
          <Checkbox
            label={dialogText.publishing.enable}
            checked={isEnabled}
            onChange={({ target }) => setEnabled(target.checked)}
          />
        )}
        <ErrorText text={publishing.message} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button
            variant="strong"
            autoFocus
            isBusy={publishing.isBusy}
            disabled={isBlocked || (!isChanged && !(isEnabled && !workflow.enabled))}
            onClick={() => void publish()}
          >
            {dialogText.publishing.action}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** The errors that keep an enabled workflow from being published, and a disabled one from being enabled. */
function ErrorsFound({ errors, onGo }: Pick<PublishDialogProps, 'onGo'> & { errors: readonly DraftError[] }) {
  const { workflow, draft } = useEditorContext()
  if (errors.length === 0) return null
  return (
    <section>
      <h3 className="mb-1 font-medium">
        {workflow.enabled ? dialogText.publishing.refused : dialogText.publishing.incomplete}
      </h3>
      <ErrorList draft={draft} errors={errors} onGo={onGo} />
    </section>
  )
}

/** Running executions continue in their own version. */
function ActiveExecutions({ version }: { version: number }) {
  const { workflow } = useEditorContext()
  const { data } = useQuery(
    read('GET /workflows/:id/versions', {
      projectId: workflow.projectId,
      params: { id: workflow.id },
      query: { limit: 20 },
    }),
  )
  const active = data?.data.find((one) => one.version === version)?.activeExecutions
  if (active === undefined) return null
  return (
    <p className="text-muted">
      {active === 0
        ? dialogText.publishing.noActive
        : dialogText.publishing.active(formatNumber(active), active === 1, version)}
    </p>
  )
}
