import { useState, type FormEvent } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../../api/client.js'
import { t } from '../../../messages/index.js'
import { useIsDisabledProject } from '../../../session/project.js'
import { CodeEditor } from '../../../shared/code-editor/code-editor.js'
import { ContactPicker } from '../../../shared/contact-picker.js'
import { describeError } from '../../../shared/failure.js'
import { Button } from '../../../ui/button.js'
import { Dialog } from '../../../ui/dialog.js'
import { useEditorContext } from './editor-context.js'
import { readObject } from '../../../shared/json-text.js'
import { dialogText } from './dialog-text.js'
import { ErrorText } from '../../../ui/error-text.js'

/** Starts one execution of the published version, and leads to it. */
export function TryDialog({ isChanged, onClose }: { isChanged: boolean; onClose: () => void }) {
  const { workflow } = useEditorContext()
  const isRefused = useIsDisabledProject()
  const { contactId, setContactId, text, setText, errors, message, isBusy, onSubmit } = useTrial(onClose)
  return (
    <Dialog isOpen onClose={onClose} title={dialogText.trying.title} text={dialogText.trying.text}>
      <form className="flex flex-col gap-4" onSubmit={onSubmit}>
        {!workflow.enabled && <p className="text-warn">{dialogText.trying.disabled}</p>}
        {isRefused && <p className="text-warn">{t.shell.refusedWhileDisabled}</p>}
        {isChanged && <p className="text-warn">{dialogText.trying.unpublished}</p>}
        <ContactPicker
          label={dialogText.trying.contact}
          error={errors.contactId}
          value={contactId}
          onChange={setContactId}
        />
        <div>
          <p className="mb-1 font-medium">{dialogText.trying.data}</p>
          <CodeEditor label={dialogText.trying.data} language="json" value={text} onChange={setText} />
          <p className={errors.context ? 'mt-1 text-small text-bad' : 'mt-1 text-small text-muted'}>
            {errors.context ?? dialogText.trying.dataHint}
          </p>
        </div>
        <ErrorText text={message} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button type="submit" variant="strong" isBusy={isBusy} disabled={!workflow.enabled || isRefused}>
            {dialogText.trying.start}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function useTrial(onClose: () => void) {
  const { workflow } = useEditorContext()
  const navigate = useNavigate()
  const [contactId, setContactId] = useState<string | null>(null)
  const [text, setText] = useState('{}')
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const [errors, setErrors] = useState<{ contactId?: string; context?: string }>({})
  const start = async (): Promise<void> => {
    const context = readObject(text)
    setMessage(null)
    setErrors({
      ...(contactId === null ? { contactId: dialogText.trying.noContact } : {}),
      ...(context === null ? { context: dialogText.trying.notJson } : {}),
    })
    if (contactId === null || context === null) return
    const { projectId, id } = workflow
    setBusy(true)
    try {
      const body = { contactId, context }
      const execution = await call('POST /workflows/:id/executions', { projectId, params: { id }, body })
      onClose()
      await navigate({
        to: '/p/$projectId/workflows/$workflowId/executions/$executionId',
        params: { projectId, workflowId: id, executionId: execution.id },
      })
    } catch (error) {
      setMessage(describeError(error).message)
    } finally {
      setBusy(false)
    }
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    void start()
  }
  return { contactId, setContactId, text, setText, errors, message, isBusy, onSubmit }
}
